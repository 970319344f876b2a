import ParaphStorage
import ParaphWire
import ServerKit

/// Where a client is told how its requests ended, beside the answers to its own questions.
struct ClientDelivery: Hashable, Sendable {
    /// Where it is told that a request is over, by CIBA's ping (`backchannel_client_notification_endpoint`); `nil` for a client that asks only.
    var notification: CallbackAddress?
    /// Where it is told how a request ended that came by `/signpass`.
    var callback: CallbackAddress?
}

/// The rows of where clients are told.
enum ClientDeliveryStore {
    static func insert(_ delivery: ClientDelivery, of clientID: String, in tx: any WriteTransaction) throws {
        guard delivery != ClientDelivery() else { return }
        try tx.execute(
            """
            INSERT INTO oauthClientDelivery (clientId, notificationUri, callbackUri)
            VALUES (\(clientID), \(delivery.notification?.text), \(delivery.callback?.text))
            """
        )
    }

    static func find(_ clientID: String, in tx: any ReadTransaction) throws -> ClientDelivery {
        guard let row = try tx.first("SELECT * FROM oauthClientDelivery WHERE clientId = \(clientID)") else { return ClientDelivery() }
        return ClientDelivery(
            notification: try row.find("notificationUri").map(CallbackAddress.init(stored:)),
            callback: try row.find("callbackUri").map(CallbackAddress.init(stored:))
        )
    }
}
