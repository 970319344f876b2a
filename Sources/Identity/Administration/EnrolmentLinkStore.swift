import ParaphStorage
import ParaphWire

/// The rows of links by which proofed people get in; their tokens are kept as hashes.
enum EnrolmentLinkStore {
    /// Makes the one link of a person.
    static func make(for personID: String, until end: Timestamp, at now: Timestamp, in tx: any WriteTransaction) throws -> Secret {
        let token = Secret.random()
        try tx.execute("DELETE FROM enrolmentLink WHERE personId = \(personID) OR expiresAt <= \(now)")
        try tx.execute(
            """
            INSERT INTO enrolmentLink (id, tokenHash, personId, createdAt, expiresAt)
            VALUES (\(Identifier.random()), \(token.hash), \(personID), \(now), \(end))
            """
        )
        return token
    }

    /// Uses up a link.
    ///
    /// - Returns: whom it is for; `nil` where it is unknown, used or too old.
    static func redeem(_ token: String, at now: Timestamp, in tx: any WriteTransaction) throws -> String? {
        try tx.first("DELETE FROM enrolmentLink WHERE tokenHash = \(SecretHash(of: token)) AND expiresAt > \(now) RETURNING personId")?
            .get("personId")
    }
}
