import Foundation
public import ParaphStorage
import ParaphWire
import ServerKit

/// Where other domains have texts sent to telephones.
public struct TextMessageOutbox: Sendable {
    private let outbox: Outbox
    private let keys: KeyRing
    private let time: any TimeSource
    private let policy = TextMessagePolicy()

    init(keys: KeyRing, time: any TimeSource) {
        outbox = Outbox(keys: keys, time: time)
        self.keys = keys
        self.time = time
    }

    /// What becomes of a text that is handed in.
    public enum Admission: Hashable, Sendable {
        /// It leaves after the transaction's commit; the id tells how far it came.
        case taken(String)
        /// It is not sent: there were enough, and another may be handed in after so many seconds.
        case held(Int)
    }

    /// Takes a text, unless its receiver had enough of them.
    ///
    /// - Parameters:
    ///   - message: The text.
    ///   - purpose: What it is for.
    ///   - personID: Who is to get it.
    ///   - key: What the caller knows it by, so that it is sent once; remembered as long as limits count.
    ///   - tx: The transaction of what it tells about.
    /// - Returns: what becomes of it.
    /// - Throws: `StorageError`, of code `unexpectedValue` for a text that is empty or too long.
    public func enqueue(
        _ message: TextMessage,
        _ purpose: TextMessage.Purpose,
        for personID: String,
        key: String? = nil,
        in tx: any WriteTransaction
    ) throws -> Admission {
        guard (1...TextMessage.textLimit).contains(message.text.utf16.count) else {
            throw StorageError(.unexpectedValue, "a text message must have 1 to \(TextMessage.textLimit) characters")
        }
        let now = time.now()
        let id = key.map { "\(purpose.rawValue)-\($0)" } ?? Identifier.random()
        guard try TextMessageStore.state(of: id, in: tx) == nil else { return .taken(id) }
        let receiver = try TextMessageStore.receiver(message.recipient, keys: keys, in: tx)
        let since = now.adding(seconds: -TextMessagePolicy.day)
        let entries = try TextMessageStore.entries(of: personID, to: receiver, purpose, since: since, in: tx)
        switch purpose {
        case .code:
            if let wait = policy.wait(for: personID, entries: entries, now: now) { return .held(wait) }
        case .notice:
            guard entries.count(where: \.isToNumber) < policy.notices else { return .held(Int(TextMessagePolicy.day)) }
        }
        let secret = Secret.random()
        let item = TextMessageItem(id: id, receipt: secret.text, message: message)
        try TextMessageStore.insert(id, personID: personID, receiver: receiver, purpose: purpose, key: secret.hash, at: now, in: tx)
        try outbox.enqueue(Array(try JSONEncoder().encode(item)), lane: TextMessageLane.name, key: id, in: tx)
        return .taken(id)
    }

    /// How far a text came; `nil` where it is not known (any more).
    public func state(of id: String, in tx: any ReadTransaction) throws -> TextMessage.State? { try TextMessageStore.state(of: id, in: tx) }
}

/// A text on its way to the gateway.
struct TextMessageItem: Codable, Sendable {
    /// Names the row that says how far it came.
    var id: String
    /// What the gateway's receipt is told by: the two alone know it.
    var receipt: String
    var message: TextMessage
}
