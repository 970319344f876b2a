import Foundation
public import ParaphStorage
public import ParaphWire
public import ServerKit

/// Where other domains have people's devices alerted.
public struct PushAlerts: Sendable {
    private let outbox: Outbox
    private let time: any TimeSource

    /// Makes it for an instance; it is a view of tables that all share.
    ///
    /// - Parameters:
    ///   - keys: What seals alerts while they wait.
    ///   - time: Tells when they are due.
    public init(keys: KeyRing, time: any TimeSource) {
        outbox = Outbox(keys: keys, time: time)
        self.time = time
    }

    /// Alerts those devices of a person that want it; the alert leaves after the transaction's commit.
    ///
    /// - Parameters:
    ///   - personID: Whose devices.
    ///   - category: What they want or not.
    ///   - id: What a device finds it by: random, at most 64 letters and digits, once for each alert.
    ///   - expiresAt: From when on it is worth nothing; `nil` for two days.
    ///   - sessionID: The session that is not alerted, because it caused this.
    ///   - tx: The transaction of what it tells about.
    /// - Throws: `StorageError`.
    public func alert(
        _ personID: String,
        of category: PushCategory,
        id: String,
        expiresAt: Timestamp?,
        exceptSession sessionID: String? = nil,
        in tx: any WriteTransaction
    ) throws {
        for (subscription, transport) in try PushSubscriptionStore.reached(personID, of: category, except: sessionID, in: tx) {
            let item = PushItem(
                subscription: subscription,
                alert: PushAlert(category: category, id: id),
                expiresAt: expiresAt ?? time.now().adding(seconds: PushItem.lifetime)
            )
            let payload = Array(try JSONEncoder().encode(item))
            try outbox.enqueue(payload, lane: transport.rawValue, key: "\(subscription)/\(category.rawValue)/\(id)", in: tx)
        }
    }
}

/// What is pushed: nothing that tells who or what, for it passes through others' hands and lies on locked screens.
struct PushAlert: Codable, Hashable, Sendable {
    var category: PushCategory
    var id: String

    /// The most bytes of its JSON.
    static let limit = 256
}

/// An alert on its way to one device.
struct PushItem: Codable, Sendable {
    var subscription: String
    var alert: PushAlert
    var expiresAt: Timestamp

    /// How long one is worth something that does not say, in seconds.
    static let lifetime: Int64 = 2 * 86_400
}
