import ParaphStorage
import ParaphTrust
import ParaphWire
import ServerKit
import X509

extension AuthorityStore {
    /// A certificate's row, without what is sealed of it.
    struct Entry: Sendable {
        let serial: String
        let root: Int
        let purpose: String
        let holder: String
        let notAfter: Timestamp
        let createdAt: Timestamp
        let replacedAt: Timestamp?
        let revokedAt: Timestamp?
        let reason: RevocationReason?

        init(_ row: Row) throws {
            serial = try row.get("serial")
            root = try row.get("root")
            purpose = try row.get("purpose")
            holder = try row.get("holder")
            notAfter = try row.timestamp("notAfter")
            createdAt = try row.timestamp("createdAt")
            replacedAt = try row.timestampIfAny("replacedAt")
            revokedAt = try row.timestampIfAny("revokedAt")
            reason = try row.find("reason", as: Int.self).flatMap(RevocationReason.init(rawValue:))
        }
    }

    private static let columns: SQL = "serial, root, purpose, holder, notAfter, createdAt, replacedAt, revokedAt, reason"

    /// A certificate by its serial number in lower-case hexadecimal.
    func entry(serial: String, in tx: any ReadTransaction) throws -> Entry? {
        try tx.first("SELECT \(Self.columns) FROM authorityCertificate WHERE serial = \(serial)").map(Entry.init)
    }

    /// The certificates, the newest first: of a holder, or of everybody.
    func entries(of holder: String?, limit: Int, in tx: any ReadTransaction) throws -> [Entry] {
        let condition: SQL = if let holder { "WHERE holder = \(holder)" } else { "" }
        return try tx.rows(
            "SELECT \(Self.columns) FROM authorityCertificate \(condition) ORDER BY createdAt DESC, serial LIMIT \(limit)"
        ).map(Entry.init)
    }

    /// Whether the last certificate of a use was revoked: there was one, and none is in use, which nothing but a revocation brings about.
    func isRevoked(_ use: CertificateUse, in tx: any ReadTransaction) throws -> Bool {
        let row = try tx.first(
            """
            SELECT COUNT(*) AS count, COUNT(replacedAt) AS retired FROM authorityCertificate
            WHERE purpose = \(use.purpose) AND holder = \(use.holder)
            """
        )
        guard let row else { return false }
        let count: Int = try row.get("count")
        return try count > 0 && row.get("retired") == count
    }

    /// The certificates of a use that were revoked and have not ended, the last one first; their keys are gone.
    func revoked(_ use: CertificateUse, at now: Timestamp, limit: Int, in tx: any ReadTransaction) throws -> [(root: Int, Certificate)] {
        try tx.rows(
            """
            SELECT serial, root, sealedCertificate FROM authorityCertificate
            WHERE purpose = \(use.purpose) AND holder = \(use.holder) AND revokedAt IS NOT NULL AND notAfter > \(now)
            ORDER BY revokedAt DESC, serial LIMIT \(limit)
            """
        ).map { row in
            let der = try open(try row.get("sealedCertificate"), of: use, row: try row.get("serial"), version: 1, in: tx)
            return (try row.get("root"), try Certificate(der: der))
        }
    }

    /// Everything that a root issued and that was revoked, in the order of revocation.
    func revoked(ofRoot number: Int, in tx: any ReadTransaction) throws -> [Entry] {
        try tx.rows(
            """
            SELECT \(Self.columns) FROM authorityCertificate WHERE root = \(number) AND revokedAt IS NOT NULL ORDER BY revokedAt, serial
            """
        ).map(Entry.init)
    }

    /// Notes that a certificate is revoked, and destroys its key.
    ///
    /// - Returns: whether it was not revoked before.
    func revoke(_ serial: String, reason: RevocationReason, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        try keys.destroy(object: Self.object(serial), in: tx)
        return try tx.execute(
            """
            UPDATE authorityCertificate SET revokedAt = \(now), reason = \(reason.rawValue), sealedScalar = NULL,
                replacedAt = COALESCE(replacedAt, \(now))
            WHERE serial = \(serial) AND revokedAt IS NULL
            """
        ) == 1
    }
}
