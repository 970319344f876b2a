import Crypto
import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Where alerts of one session's device go, and which.
struct PushSubscription: Sendable {
    let id: String
    let personID: String
    let sessionID: String
    let address: Address
    let categories: [PushCategory]
    /// How many tries in a row failed.
    let failures: Int
    let createdAt: Timestamp

    /// An address of either kind.
    enum Address: Codable, Hashable, Sendable {
        case webPush(WebPushAddress)
        case apple(ApplePushAddress)

        var transport: Transport {
            switch self {
            case .webPush: .webPush
            case .apple: .applePush
            }
        }

        /// What tells it from others.
        var hash: [UInt8] {
            switch self {
            case .webPush(let address): Array(SHA256.hash(data: Data("webPush \(address.endpoint)".utf8)))
            case .apple(let address): Array(SHA256.hash(data: Data("apple \(address.token)".utf8)))
            }
        }
    }

    /// How a device is reached; each has a lane of the outbox.
    enum Transport: String, Sendable { case webPush, applePush }
}

/// The rows of subscriptions; what they say is sealed by the person's key.
enum PushSubscriptionStore {
    private static let table = "pushSubscription"
    /// The most of one person: as many as an account has devices, and some browsers besides.
    static let limit = 40
    /// After how many failed tries in a row one ends: some days.
    static let failureLimit = 40

    /// Keeps where a session's device is reached, in place of what this session had, and of what any had at the same address.
    static func put(_ subscription: PushSubscription, keys: KeyRing, in tx: any WriteTransaction) throws {
        let (address, id, personID) = (subscription.address, subscription.id, subscription.personID)
        try tx.execute("DELETE FROM pushSubscription WHERE sessionId = \(subscription.sessionID) OR addressHash = \(address.hash)")
        try tx.execute(
            """
            DELETE FROM pushSubscription WHERE personId = \(personID) AND id NOT IN
                (SELECT id FROM pushSubscription WHERE personId = \(personID) ORDER BY createdAt DESC, id LIMIT \(limit - 1))
            """
        )
        let sealed = try keys.seal(
            Array(try JSONEncoder().encode(address)),
            holder: personID,
            table: table,
            row: id,
            version: 1,
            in: tx
        )
        try tx.execute(
            """
            INSERT INTO pushSubscription (id, personId, sessionId, transport, addressHash, sealedAddress, categories, failures, createdAt)
            VALUES (\(id), \(personID), \(subscription.sessionID), \(address.transport.rawValue), \(address.hash), \(sealed),
                \(subscription.categories.map(\.rawValue).joined(separator: " ")), 0, \(subscription.createdAt))
            """
        )
    }

    /// What a session is alerted of; `nil` where its device is not reached.
    static func categories(ofSession id: String, in tx: any ReadTransaction) throws -> [PushCategory]? {
        try tx.first("SELECT categories FROM pushSubscription WHERE sessionId = \(id)").map(categories)
    }

    /// The ids of those who are to be alerted, each with how it is reached.
    static func reached(_ personID: String, of category: PushCategory, except sessionID: String?, in tx: any ReadTransaction) throws
        -> [(id: String, transport: PushSubscription.Transport)]
    {
        try tx.rows(
            "SELECT id, sessionId, transport, categories FROM pushSubscription WHERE personId = \(personID) ORDER BY createdAt, id"
        ).compactMap { row in
            guard try row.get("sessionId", as: String.self) != sessionID, try categories(row).contains(category) else { return nil }
            return (try row.get("id"), try row.choice("transport"))
        }
    }

    static func find(_ id: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PushSubscription? {
        try tx.first("SELECT * FROM pushSubscription WHERE id = \(id)").map { try subscription($0, keys: keys, in: tx) }
    }

    /// A person's, the oldest first.
    static func list(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [PushSubscription] {
        try tx.rows("SELECT * FROM pushSubscription WHERE personId = \(personID) ORDER BY createdAt, id")
            .map { try subscription($0, keys: keys, in: tx) }
    }

    /// Some by their id, after one: id and session.
    static func sessions(after last: String, limit: Int, in tx: any ReadTransaction) throws -> [(id: String, sessionID: String)] {
        try tx.rows("SELECT id, sessionId FROM pushSubscription WHERE id > \(last) ORDER BY id LIMIT \(limit)")
            .map { (try $0.get("id"), try $0.get("sessionId")) }
    }

    static func delete(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM pushSubscription WHERE id = \(id)")
    }

    static func delete(session id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM pushSubscription WHERE sessionId = \(id)")
    }

    static func delete(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM pushSubscription WHERE personId = \(personID)")
    }

    /// Notes a try that reached the device, or did not; the last of too many in a row ends the subscription.
    static func note(_ id: String, isReached: Bool, weight: Int = 1, in tx: any WriteTransaction) throws {
        if isReached {
            try tx.execute("UPDATE pushSubscription SET failures = 0 WHERE id = \(id) AND failures > 0")
        } else {
            try tx.execute("UPDATE pushSubscription SET failures = failures + \(weight) WHERE id = \(id)")
            try tx.execute("DELETE FROM pushSubscription WHERE id = \(id) AND failures >= \(failureLimit)")
        }
    }

    private static func categories(_ row: Row) throws -> [PushCategory] {
        try row.get("categories", as: String.self).split(separator: " ").compactMap { PushCategory(rawValue: String($0)) }
    }

    private static func subscription(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> PushSubscription {
        let (id, personID): (String, String) = (try row.get("id"), try row.get("personId"))
        let sealed: [UInt8] = try row.get("sealedAddress")
        let bytes = try keys.open(sealed, holder: personID, table: table, row: id, version: 1, in: tx)
        return PushSubscription(
            id: id,
            personID: personID,
            sessionID: try row.get("sessionId"),
            address: try JSONDecoder().decode(PushSubscription.Address.self, from: Data(bytes)),
            categories: try categories(row),
            failures: try row.get("failures"),
            createdAt: try row.timestamp("createdAt")
        )
    }
}
