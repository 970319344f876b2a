import ParaphStorage
import ParaphWire
import ServerKit

/// What people's devices authorised, and the secrets (signature activation data) by which programs have it signed.
enum ActivationStore {
    /// An authorisation.
    struct Record: Sendable {
        /// The request that the person answered.
        let requestID: String
        let personID: String
        /// The program, as `Principal.program` names it.
        let client: String
        let credential: String
        let expiresAt: Timestamp
    }

    /// Gives an authorisation a secret; one that it had before is worth nothing from then on.
    ///
    /// - Returns: whether it is new.
    static func keep(_ activation: Record, digests: [[UInt8]], secret: SecretHash, in tx: any WriteTransaction) throws -> Bool {
        let renewed = try tx.execute("UPDATE signatureActivation SET secretHash = \(secret) WHERE requestId = \(activation.requestID)")
        if renewed == 1 { return false }
        try tx.execute(
            """
            INSERT INTO signatureActivation (requestId, personId, client, credential, secretHash, expiresAt)
            VALUES (\(activation.requestID), \(activation.personID), \(activation.client), \(activation.credential), \(secret),
                \(activation.expiresAt))
            """
        )
        for digest in digests {
            try tx.execute("INSERT INTO activatedDigest (requestId, digest) VALUES (\(activation.requestID), \(digest))")
        }
        return true
    }

    /// The authorisation of a secret.
    static func find(secret: SecretHash, in tx: any ReadTransaction) throws -> Record? {
        guard let row = try tx.first("SELECT * FROM signatureActivation WHERE secretHash = \(secret)") else { return nil }
        return Record(
            requestID: try row.get("requestId"),
            personID: try row.get("personId"),
            client: try row.get("client"),
            credential: try row.get("credential"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }

    /// Whether a digest was authorised.
    static func covers(_ digest: [UInt8], for requestID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT digest FROM activatedDigest WHERE requestId = \(requestID) AND digest = \(digest)") != nil
    }

    /// The signature that a digest was given; `nil` where it has none yet.
    static func signature(of digest: [UInt8], for requestID: String, in tx: any ReadTransaction) throws -> [UInt8]? {
        try tx.first("SELECT signature FROM activatedDigest WHERE requestId = \(requestID) AND digest = \(digest)")?.find("signature")
    }

    /// Keeps the signature of a digest, for a client that did not get the answer.
    static func keep(_ signature: [UInt8], of digest: [UInt8], for requestID: String, at now: Timestamp, in tx: any WriteTransaction) throws
    {
        try tx.execute(
            """
            UPDATE activatedDigest SET signature = \(signature), signedAt = \(now)
            WHERE requestId = \(requestID) AND digest = \(digest) AND signature IS NULL
            """
        )
    }

    /// Forgets what a person's devices authorised.
    static func deleteAll(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM signatureActivation WHERE personId = \(personID)")
    }

    /// Forgets every authorisation, as after a restore: what was signed since the backup must not be signed again.
    static func deleteAll(in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM signatureActivation")
    }

    /// Deletes authorisations whose time has been over for a day, and says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -86_400).milliseconds
        return try tx.execute(
            """
            DELETE FROM signatureActivation WHERE requestId IN (
                SELECT requestId FROM signatureActivation WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit)
            )
            """
        )
    }
}
