import ParaphStorage

extension RegistrationStore {
    /// The codes of the time when one key sealed them all, and any earlier one of a registration went on opening.
    static let resealing = Resealing(
        table: "registration",
        object: OneTimeCode.object(ofRegistration:),
        rows: { after, limit, tx in
            let rows = try tx.rows(
                "SELECT id, sealedDigits FROM registration WHERE id > \(after) AND sealedDigits IS NOT NULL ORDER BY id LIMIT \(limit)"
            )
            return try rows.map { row in
                Resealing.Row(id: try row.get("id"), holder: OneTimeCode.holder, version: 1, sealed: try row.get("sealedDigits"))
            }
        },
        replace: { sealed, id, tx in try tx.execute("UPDATE registration SET sealedDigits = \(sealed) WHERE id = \(id)") }
    )
}
