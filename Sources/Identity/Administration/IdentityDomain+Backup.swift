public import ParaphStorage
import ParaphWire

/// What backups ask of this domain.
extension IdentityDomain {
    /// Everybody who was erased.
    public static func erasures(in tx: any ReadTransaction) throws -> [Erasure] {
        try tx.rows("SELECT personId, at FROM erasure ORDER BY personId").map { row in
            Erasure(id: try row.get("personId"), at: try row.get("at"))
        }
    }

    /// The blobs that rows of this domain name.
    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        let rows = try tx.rows(
            "SELECT photo FROM person WHERE photo IS NOT NULL UNION SELECT photo FROM capture WHERE photo IS NOT NULL ORDER BY photo"
        )
        return try rows.map { try $0.get("photo") }
    }

    /// Erases again whom an older backup brought back, and ends what must not outlive a restore: sessions, tokens, open questions.
    ///
    /// - Returns: how many people were erased, and the blobs to delete once this is committed.
    public static func finishRestore(_ erasures: [Erasure], keys: KeyRing, in tx: any WriteTransaction) throws -> (
        erased: Int, blobs: [BlobAddress]
    ) {
        var blobs: [BlobAddress] = []
        var erased = 0
        for erasure in erasures {
            let at = Timestamp(milliseconds: erasure.at)
            if let person = try PersonStore.find(erasure.id, in: tx) {
                blobs += try PersonStore.delete(person, at: at, keys: keys, in: tx)
                erased += 1
            } else {
                try tx.execute("INSERT INTO erasure (personId, at) VALUES (\(erasure.id), \(at)) ON CONFLICT (personId) DO NOTHING")
            }
        }
        for statement: SQL in [
            "DELETE FROM session", "DELETE FROM challenge", "DELETE FROM approval", "DELETE FROM deviceRequest",
            "DELETE FROM passkeyChallenge",
            // A letter about a new account stays good: without it the account could never be proved.
            "DELETE FROM emailProof WHERE personId IS NULL",
        ] {
            try tx.execute(statement)
        }
        try EnrolmentStore.deleteAll(keys: keys, in: tx)
        try RegistrationStore.deleteAll(keys: keys, in: tx)
        return (erased, blobs)
    }
}
