import Crypto
import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// The key by which push services know this instance, and browsers who may send to them (RFC 8292, VAPID).
struct ApplicationServerKey: Sendable {
    let key: P256.Signing.PrivateKey

    /// What browsers subscribe with.
    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// For how long a statement is good, in seconds; a push service takes a day at most.
    static let statementLifetime: Int64 = 12 * 3600

    /// The `Authorization` of a request to a push service.
    ///
    /// - Parameters:
    ///   - origin: Of the push service: `https://push.example.org`.
    ///   - subject: Where the operator is reached, `mailto:` or `https:`.
    ///   - now: The moment.
    /// - Returns: the header's value.
    /// - Throws: what cryptography throws, which it does for no key of P-256.
    func authorization(to origin: String, subject: String, at now: Timestamp) throws -> String {
        let expires = now.milliseconds / 1000 + Self.statementLifetime
        let token = try CompactToken.sign(
            header: ["alg": .string("ES256"), "typ": .string("JWT")],
            claims: ["aud": .string(origin), "exp": .integer(expires), "sub": .string(subject)],
            by: key
        )
        return "vapid t=\(token),k=\(Base64URL(publicKey).text)"
    }
}

/// A JSON Web Token signed by ES256, in its compact form (RFC 7515, section 7.1).
enum CompactToken {
    static func sign(header: [String: CanonicalJSON], claims: [String: CanonicalJSON], by key: P256.Signing.PrivateKey) throws -> String {
        let signed = "\(Base64URL(CanonicalJSON.object(header).bytes).text).\(Base64URL(CanonicalJSON.object(claims).bytes).text)"
        return "\(signed).\(Base64URL(try key.signature(for: Data(signed.utf8)).rawRepresentation).text)"
    }
}

/// The row of the key: made when it is first asked for, and the same for good, for browsers that subscribed with another are lost.
enum ApplicationServerKeyStore {
    private static let holder = "push"
    private static let table = "pushKey"
    /// The one row's id.
    private static let id = "vapid"

    /// The key; `nil` where none was asked for yet.
    static func find(keys: KeyRing, in tx: any ReadTransaction) throws -> ApplicationServerKey? {
        guard let row = try tx.first("SELECT sealedKey FROM pushKey WHERE id = \(id)") else { return nil }
        let bytes = try keys.open(try row.get("sealedKey"), holder: holder, table: table, row: id, version: 1, in: tx)
        return ApplicationServerKey(key: try P256.Signing.PrivateKey(rawRepresentation: bytes))
    }

    /// The key, made now where there is none.
    static func findOrMake(at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> ApplicationServerKey {
        if let key = try find(keys: keys, in: tx) { return key }
        let key = ApplicationServerKey(key: P256.Signing.PrivateKey())
        try keys.create(holder: holder, in: tx)
        let sealed = try keys.seal(Array(key.key.rawRepresentation), holder: holder, table: table, row: id, version: 1, in: tx)
        try tx.execute("INSERT INTO pushKey (id, sealedKey, createdAt) VALUES (\(id), \(sealed), \(now)) ON CONFLICT (id) DO NOTHING")
        // Another node may have been faster.
        return try find(keys: keys, in: tx) ?? key
    }
}
