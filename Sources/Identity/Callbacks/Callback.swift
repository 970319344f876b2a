import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// What a client is to be told, as it waits in the outbox.
struct Callback: Codable, Hashable, Sendable {
    let clientID: String
    let url: String
    /// What the client gave for this request, which it knows us by (CIBA Core 1.0, section 7.1).
    var bearer: String?
    /// What the signature says that goes with it, where one does.
    var claims: Claims?
    let contentType: String
    let body: Base64URL

    /// What stands in the signature besides the hash of the body.
    struct Claims: Codable, Hashable, Sendable {
        let requestID: String
        let state: String
    }
}

/// A way to clients: pings, and the results of requests that came by `/signpass`.
struct CallbackLane: OutboxLane {
    enum Kind: String, CaseIterable, Sendable {
        /// That a request is over, which the client asks about then or later (CIBA Core 1.0, section 10.2).
        case ping
        /// How a request ended.
        case callback
    }

    let kind: Kind
    let environment: IdentityEnvironment

    var name: String { kind.rawValue }
    var width: Int { 16 }
    /// Six tries in about two minutes for a ping, which is of no use once the client has asked, and some six hours for a result.
    var schedule: RetrySchedule {
        kind == .ping ? RetrySchedule(first: 2, longest: 60, attempts: 6) : RetrySchedule(first: 2, longest: 1800, attempts: 22)
    }

    func deliver(_ item: OutboxItem) async throws {
        guard let callback = Self.callback(item.payload) else { throw DeliveryError(isFinal: true, "the stored call cannot be read") }
        // A client that was disabled hears nothing more.
        let found = try await environment.database.read { try ClientStore.find(callback.clientID, in: $0) }
        guard let client = found, client.disabledAt == nil else { return }
        var headers = [(name: "Content-Type", value: callback.contentType)]
        if let bearer = callback.bearer { headers.append(("Authorization", "Bearer \(bearer)")) }
        if let claims = callback.claims {
            let statement = CallbackStatement(claims, body: callback.body.bytes, item: item.id, client: client.id, environment)
            let token = try await SigningKeys(environment: environment).sign(statement, by: client.idTokenAlgorithm)
            headers.append((CallbackStatement.header, token))
        }
        let status = try await environment.callbacks.post(callback.url, headers: headers, body: callback.body.bytes)
        guard !(200...299).contains(status) else { return }
        throw DeliveryError(isFinal: Self.isFinal(status), "the client answered \(status)")
    }

    /// Whether another try would be answered in the same way; redirects are not followed.
    private static func isFinal(_ status: Int) -> Bool { (300...399).contains(status) || [401, 403, 410].contains(status) }

    /// The client asks how the request ended, or does not: no other is to be told.
    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws {}

    func recipient(of payload: [UInt8]) -> String? { Self.callback(payload).map { CallbackAddress(stored: $0.url).host } }

    private static func callback(_ payload: [UInt8]) -> Callback? { try? JSONDecoder().decode(Callback.self, from: Data(payload)) }
}
