public import ParaphStorage
public import ParaphWire
import ServerKit

extension IdentityDomain {
    /// Gives the templates keys of their own that a person's key sealed, once for an instance, and notes it in the ledger.
    ///
    /// - Returns: What became of them; `nil` where it was done before.
    public static func resealTemplates(by keys: KeyRing, in database: any Database, at now: Timestamp) async throws -> Resealing.Report? {
        try await keys.reseal(TemplateStore.resealing, in: database) { count, tx in
            try AuditStore.append(.templatesResealed, actor: "system", subject: nil, details: ["count": "\(count)"], at: now, in: tx)
        }
    }
}

extension TemplateStore {
    /// The templates of the time when a person's key sealed them, and any revision of them went on opening.
    static let resealing = Resealing(
        table: table,
        object: object,
        rows: { after, limit, tx in
            let rows = try tx.rows(
                "SELECT id, personId, revision, sealedBytes FROM template WHERE id > \(after) ORDER BY id LIMIT \(limit)"
            )
            return try rows.map { row in
                Resealing.Row(
                    id: try row.get("id"),
                    holder: try row.get("personId"),
                    version: try row.get("revision"),
                    sealed: try row.get("sealedBytes")
                )
            }
        },
        replace: { sealed, id, tx in try tx.execute("UPDATE template SET sealedBytes = \(sealed) WHERE id = \(id)") }
    )
}
