import Crypto
import ParaphStorage
import ParaphWire
import ServerKit

/// What a passkey, or a new one, is to sign; good for one answer.
struct PasskeyChallengeRecord: Hashable, Sendable {
    let id: String
    let ceremony: Ceremony
    /// Whose passkey answers; `nil` where the passkey tells who it is.
    let personID: String?
    let purpose: ChallengePurpose
    let subject: String?
    /// 256 random bits.
    let nonce: [UInt8]
    let expiresAt: Timestamp

    enum Ceremony: String, Sendable { case registration, authentication }

    /// How long a challenge waits, in seconds: section 15.1 of the standard recommends five minutes for user verification.
    static let lifetime: Int64 = 300

    /// The challenge as browsers repeat it.
    var text: String { Base64URL(nonce).text }
}

/// The rows of the challenges for passkeys.
enum PasskeyChallengeStore {
    /// The challenges that wait for one person at most; beyond it the oldest give way.
    static let limit = 10

    /// Makes a challenge, and deletes those whose time is over.
    static func make(
        _ ceremony: PasskeyChallengeRecord.Ceremony,
        personID: String?,
        purpose: ChallengePurpose,
        subject: String?,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> PasskeyChallengeRecord {
        try tx.execute("DELETE FROM passkeyChallenge WHERE expiresAt <= \(now)")
        if let personID {
            try tx.execute(
                """
                DELETE FROM passkeyChallenge WHERE id IN (
                    SELECT id FROM passkeyChallenge WHERE personId = \(personID) ORDER BY expiresAt DESC, id LIMIT 1000 OFFSET \(limit - 1)
                )
                """
            )
        }
        let challenge = PasskeyChallengeRecord(
            id: Identifier.random(),
            ceremony: ceremony,
            personID: personID,
            purpose: purpose,
            subject: subject,
            nonce: SymmetricKey(size: .bits256).withUnsafeBytes(Array.init),
            expiresAt: now.adding(seconds: PasskeyChallengeRecord.lifetime)
        )
        try tx.execute(
            """
            INSERT INTO passkeyChallenge (id, ceremony, personId, purpose, subject, nonce, expiresAt)
            VALUES (\(challenge.id), \(ceremony.rawValue), \(personID), \(purpose.rawValue), \(subject), \(challenge.nonce),
                \(challenge.expiresAt))
            """
        )
        return challenge
    }

    /// Uses a challenge up, whatever its answer is worth; `nil` where there is none that waits.
    static func take(
        _ id: String,
        for ceremony: PasskeyChallengeRecord.Ceremony,
        of personID: String?,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> PasskeyChallengeRecord? {
        let row = try tx.first(
            """
            DELETE FROM passkeyChallenge WHERE id = \(id) AND ceremony = \(ceremony.rawValue)
                AND COALESCE(personId, '') = \(personID ?? "") AND expiresAt > \(now)
            RETURNING *
            """
        )
        return try row.map { row in
            PasskeyChallengeRecord(
                id: try row.get("id"),
                ceremony: try row.choice("ceremony"),
                personID: try row.find("personId"),
                purpose: try row.choice("purpose"),
                subject: try row.find("subject"),
                nonce: try row.get("nonce"),
                expiresAt: try row.timestamp("expiresAt")
            )
        }
    }
}
