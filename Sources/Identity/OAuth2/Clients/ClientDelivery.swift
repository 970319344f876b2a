import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit

/// How a client and this server speak about what it asks of people: where it is told how requests ended, beside the answers to its own questions, and whether it signs
/// them.
struct ClientDelivery: Hashable, Sendable {
    /// Where it is told that a request is over, by CIBA's ping (`backchannel_client_notification_endpoint`); `nil` for a client that asks only.
    var notification: CallbackAddress?
    /// Where it is told how a request ended that came by `/signpass`.
    var callback: CallbackAddress?
    /// Whether its requests count only where one of its keys signed them.
    var signsRequests = false
    /// Whether it brings with each request what the person told it for that (`backchannel_user_code_parameter`).
    var bringsUserCode = false
}

extension ClientDelivery {
    /// Reads what an administrator says.
    ///
    /// - Throws: a `malformed` ``Problem`` that names what is wrong.
    init(_ registration: ClientRegistration, _ addresses: AddressPolicy) throws(Problem) {
        if let text = registration.notificationURI {
            notification = try CallbackAddress(registering: text, field: "notification-uri", addresses)
        }
        if let text = registration.callbackURI {
            callback = try CallbackAddress(registering: text, field: "callback-uri", addresses)
        }
        signsRequests = registration.signsRequests
        bringsUserCode = registration.bringsUserCode
    }
}

/// The rows of where clients are told.
enum ClientDeliveryStore {
    static func insert(_ delivery: ClientDelivery, of clientID: String, in tx: any WriteTransaction) throws {
        guard delivery != ClientDelivery() else { return }
        try tx.execute(
            """
            INSERT INTO oauthClientDelivery (clientId, notificationUri, callbackUri, signsRequests, bringsUserCode)
            VALUES (\(clientID), \(delivery.notification?.text), \(delivery.callback?.text), \(delivery.signsRequests),
                \(delivery.bringsUserCode))
            """
        )
    }

    static func find(_ clientID: String, in tx: any ReadTransaction) throws -> ClientDelivery {
        guard let row = try tx.first("SELECT * FROM oauthClientDelivery WHERE clientId = \(clientID)") else { return ClientDelivery() }
        return ClientDelivery(
            notification: try row.find("notificationUri").map(CallbackAddress.init(stored:)),
            callback: try row.find("callbackUri").map(CallbackAddress.init(stored:)),
            signsRequests: try row.get("signsRequests"),
            bringsUserCode: try row.get("bringsUserCode")
        )
    }
}
