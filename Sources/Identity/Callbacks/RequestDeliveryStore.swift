import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// How a client is told of one of its requests.
struct RequestDelivery: Sendable {
    enum Kind: String, Sendable {
        /// By a ping, where the client takes one.
        case ping
        /// The request came by `/signpass`, in JSON or in XML, and is answered in the same.
        case json, xml
    }

    /// What a ping holds.
    struct Ping: Codable, Hashable, Sendable {
        /// What the client calls the request.
        let requestID: String
        /// What it knows us by.
        let token: String
    }

    let requestID: String
    let clientID: String
    let kind: Kind
    var ping: Ping?
}

/// The rows of how clients are told; they go with their requests.
enum RequestDeliveryStore {
    private static let table = "requestDelivery"

    /// Keeps how a client is told; what a ping holds is sealed by the person's key.
    static func insert(_ delivery: RequestDelivery, of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        let ping = try delivery.ping.map { ping in
            let bytes = Array(try JSONEncoder().encode(ping))
            return try keys.seal(bytes, holder: personID, table: table, row: delivery.requestID, version: 1, in: tx)
        }
        try tx.execute(
            """
            INSERT INTO requestDelivery (requestId, clientId, kind, sealedPing)
            VALUES (\(delivery.requestID), \(delivery.clientID), \(delivery.kind.rawValue), \(ping))
            """
        )
    }

    /// How the client of a person's request is told of it; `nil` where it asks only.
    static func find(_ requestID: String, of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> RequestDelivery? {
        try tx.first("SELECT * FROM requestDelivery WHERE requestId = \(requestID)").map { row in
            let sealed: [UInt8]? = try row.find("sealedPing")
            return RequestDelivery(
                requestID: requestID,
                clientID: try row.get("clientId"),
                kind: try row.choice("kind"),
                ping: try sealed.map { sealed in
                    let bytes = try keys.open(sealed, holder: personID, table: table, row: requestID, version: 1, in: tx)
                    return try JSONDecoder().decode(RequestDelivery.Ping.self, from: Data(bytes))
                }
            )
        }
    }
}
