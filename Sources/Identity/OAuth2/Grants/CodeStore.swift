import ParaphStorage
import ParaphWire
import ServerKit

/// A code that a browser carries to a client, which exchanges it for tokens once (RFC 6749, section 4.1.2).
struct CodeRecord: Hashable, Sendable {
    let grantID: String
    /// The address that the code went to, as the request wrote it.
    let redirectURI: String
    /// The SHA-256 of the verifier that the client keeps, as base64url (RFC 7636, section 4.2).
    let challenge: String
    /// What the ID token repeats (OpenID Connect Core 1.0, section 3.1.2.1).
    let nonce: String?
    /// How the person had signed in who allowed it.
    let authentication: AuthenticationEvent
    /// The one key with which it is exchanged, where the client named it (RFC 9449, section 10).
    let keyThumbprint: String?
    let expiresAt: Timestamp
    var isUsed = false

    /// How long it is good for, in seconds.
    static let lifetime: Int64 = 60
}

/// The rows of codes; they stay as long as their grant, so that one that comes again is known.
enum CodeStore {
    static func insert(
        _ code: CodeRecord,
        of grant: GrantRecord,
        hash: SecretHash,
        permit: borrowing StepUp.Permit,
        in tx: any WriteTransaction
    ) throws {
        try permit.check([.allowClient], of: grant.personID)
        try tx.execute(
            """
            INSERT INTO oauthCode (codeHash, grantId, redirectUri, challenge, nonce, authenticatedAt, method, keyThumbprint, expiresAt)
            VALUES (\(hash), \(grant.id), \(code.redirectURI), \(code.challenge), \(code.nonce), \(code.authentication.at),
                \(code.authentication.method?.rawValue), \(code.keyThumbprint), \(code.expiresAt))
            """
        )
    }

    static func find(_ hash: SecretHash, in tx: any ReadTransaction) throws -> CodeRecord? {
        try tx.first("SELECT * FROM oauthCode WHERE codeHash = \(hash)").map { row in
            CodeRecord(
                grantID: try row.get("grantId"),
                redirectURI: try row.get("redirectUri"),
                challenge: try row.get("challenge"),
                nonce: try row.find("nonce"),
                authentication: AuthenticationEvent(at: try row.timestamp("authenticatedAt"), method: try row.choiceIfAny("method")),
                keyThumbprint: try row.find("keyThumbprint"),
                expiresAt: try row.timestamp("expiresAt"),
                isUsed: try row.find("usedAt", as: Int64.self) != nil
            )
        }
    }

    static func markUsed(_ hash: SecretHash, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE oauthCode SET usedAt = \(now) WHERE codeHash = \(hash)")
    }
}
