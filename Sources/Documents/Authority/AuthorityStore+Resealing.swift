import ParaphStorage

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
