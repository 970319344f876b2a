public import ParaphStorage
public import ParaphWire
import ServerKit

extension DocumentsDomain {
    /// Gives the keys of certificates keys of their own that their holder's key sealed, once for an instance, and notes it in the ledger.
    ///
    /// - Returns: What became of them; `nil` where it was done before.
    public static func resealCertificates(by keys: KeyRing, in database: any Database, at now: Timestamp) async throws -> Resealing.Report?
    {
        try await keys.reseal(AuthorityStore.resealing, in: database) { count, tx in
            try AuditStore.append(.certificatesResealed, actor: "system", subject: nil, details: ["count": "\(count)"], at: now, in: tx)
        }
    }
}

extension AuthorityStore {
    /// The keys of the time when their holder's key sealed them, so that one that was destroyed could be put back.
    static let resealing = Resealing(
        table: certificates,
        object: object,
        rows: { after, limit, tx in
            let rows = try tx.rows(
                """
                SELECT serial, holder, sealedScalar FROM authorityCertificate
                WHERE serial > \(after) AND sealedScalar IS NOT NULL ORDER BY serial LIMIT \(limit)
                """
            )
            return try rows.map { row in
                Resealing.Row(
                    id: try row.get("serial"),
                    holder: try row.get("holder"),
                    version: scalarVersion,
                    sealed: try row.get("sealedScalar")
                )
            }
        },
        replace: { sealed, serial, tx in
            try tx.execute("UPDATE authorityCertificate SET sealedScalar = \(sealed) WHERE serial = \(serial)")
        }
    )
}

extension AuditStore.Action {
    static let certificatesResealed = Self(rawValue: "certificatesResealed")
}
