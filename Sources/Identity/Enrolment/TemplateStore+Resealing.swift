import ParaphStorage

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
