import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of the keys that sign ID tokens: one in use for each algorithm, whose secret is sealed by a key of its own; of those before it
/// only what verifies is left.
enum SigningKeyStore {
    /// How long a key signs, in seconds.
    static let lifetime: Int64 = 90 * 86_400
    /// How long clients are told of a key that was replaced, in seconds: longer than any token is good.
    static let publication: Int64 = 86_400
    /// How long a token that it signed is taken as a hint about whom to ask, in seconds.
    static let memory: Int64 = 400 * 86_400

    private static let holder = "openid"
    private static let table = "signingKey"

    /// The key ring's name for a key's secret.
    private static func object(_ id: String) -> String { "signingKey/\(id)" }

    /// The key in use.
    static func inUse(_ algorithm: SigningAlgorithm, keys: KeyRing, in tx: any ReadTransaction) throws -> SigningKey? {
        let row = try tx.first("SELECT id, sealedKey FROM signingKey WHERE algorithm = \(algorithm.rawValue) AND replacedAt IS NULL")
        return try row.map { row in
            let id: String = try row.get("id")
            let sealed: [UInt8] = try row.get("sealedKey")
            let secret = try keys.open(sealed, object: object(id), holder: holder, table: table, row: id, version: 1, in: tx)
            return try SigningKey(id: id, algorithm: algorithm, secret: secret)
        }
    }

    /// Which algorithms have a key in use; no secret is opened.
    static func algorithmsInUse(in tx: any ReadTransaction) throws -> Set<SigningAlgorithm> {
        Set(try tx.rows("SELECT algorithm FROM signingKey WHERE replacedAt IS NULL").map { try $0.choice("algorithm") })
    }

    /// Whether a key in use was made until a moment.
    static func isAny(madeUntil end: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM signingKey WHERE replacedAt IS NULL AND createdAt <= \(end) LIMIT 1") != nil
    }

    /// Puts a key into use where there is none.
    static func insert(_ key: SigningKey, _ algorithm: SigningAlgorithm, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction)
        throws
    {
        guard try inUse(algorithm, keys: keys, in: tx) == nil else { return }
        try keys.create(holder: holder, in: tx)
        try keys.create(object: object(key.id), holders: [holder], in: tx)
        let sealed = try keys.seal(key.secret, object: object(key.id), holder: holder, table: table, row: key.id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO signingKey (id, algorithm, publicKey, sealedKey, createdAt)
            VALUES (\(key.id), \(algorithm.rawValue), \(Array(try JSONEncoder().encode(try key.publicKey))), \(sealed), \(now))
            """
        )
    }

    /// Ends the use of keys that were made until a moment; their secrets are destroyed.
    ///
    /// - Returns: their algorithms.
    static func retire(madeUntil end: Timestamp, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [SigningAlgorithm]
    {
        let retired = try tx.rows(
            """
            UPDATE signingKey SET replacedAt = \(now), sealedKey = NULL WHERE replacedAt IS NULL AND createdAt <= \(end)
            RETURNING id, algorithm
            """
        )
        return try retired.map { row in
            try keys.destroy(object: object(try row.get("id")), in: tx)
            return try row.choice("algorithm")
        }
    }

    /// What keys verify that are in use or were replaced since a moment.
    static func publicKeys(replacedSince start: Timestamp, in tx: any ReadTransaction) throws -> JSONWebKeySet {
        let rows = try tx.rows("SELECT publicKey FROM signingKey WHERE replacedAt IS NULL OR replacedAt > \(start) ORDER BY createdAt, id")
        return JSONWebKeySet(
            keys: try rows.map { try JSONDecoder().decode(JSONWebKey.self, from: Data(try $0.get("publicKey", as: [UInt8].self))) }
        )
    }

    /// Deletes keys that nothing is verified by any more, and says how many.
    static func deleteForgotten(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -memory)
        return try tx.execute(
            "DELETE FROM signingKey WHERE id IN (SELECT id FROM signingKey WHERE replacedAt <= \(end) ORDER BY replacedAt, id LIMIT \(limit))"
        )
    }
}
