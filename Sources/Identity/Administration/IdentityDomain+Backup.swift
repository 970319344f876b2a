public import ParaphStorage
public import ParaphWire

/// What backups ask of this domain.
extension IdentityDomain {
    /// What was erased: people, hands of people who withdrew their consent, apps.
    public static func erasures(in tx: any ReadTransaction) throws -> [Erasure] {
        try ErasureStore.all(in: tx)
    }

    /// The blobs that rows of this domain name.
    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        let rows = try tx.rows(
            """
            SELECT photoBlob FROM person WHERE photoBlob IS NOT NULL
            UNION SELECT photoBlob FROM capture WHERE photoBlob IS NOT NULL ORDER BY photoBlob
            """
        )
        return try rows.map { try $0.get("photoBlob") }
    }

    /// Erases again what an older backup brought back, and ends what must not outlive a restore: sessions, tokens, open questions.
    ///
    /// - Parameters:
    ///   - erasures: What was erased until now.
    ///   - backupAt: When the backup was made: a consent that was withdrawn before may have been given again in it.
    ///   - keys: Opens and destroys the keys of who is erased.
    ///   - belongings: What other domains keep for people.
    ///   - tx: The restore's transaction.
    /// - Returns: how many people, hands and apps were erased, and the blobs to delete once this is committed.
    /// - Throws: `StorageError` where the database refuses.
    public static func finishRestore(
        _ erasures: [Erasure],
        backupAt: Timestamp,
        keys: KeyRing,
        belongings: (any Belongings)? = nil,
        in tx: any WriteTransaction
    ) throws -> (erased: Int, blobs: [BlobAddress]) {
        var blobs: [BlobAddress] = []
        var erased = 0
        for erasure in erasures {
            let at = Timestamp(milliseconds: erasure.at)
            let subject = ErasureSubject(id: erasure.id)
            switch subject {
            case .person(let id):
                guard let person = try PersonStore.find(id, in: tx) else { break }
                blobs += try PersonStore.delete(person, at: at, keys: keys, belongings: belongings, in: tx)
                erased += 1
            case .hand(let id):
                guard at >= backupAt, try PersonStore.find(id, in: tx) != nil else { break }
                try ConsentStore.withdraw(of: id, at: at, in: tx)
                try SignatureStore.deleteBiometrics(of: id, keys: keys, in: tx)
                erased += 1
            case .app(let id):
                guard let app = try AppStore.find(id, in: tx) else { break }
                blobs += try AppStore.delete(app, at: at, keys: keys, belongings: belongings, in: tx)
                erased += 1
            }
            try ErasureStore.add(subject, at: at, in: tx)
        }
        for statement: SQL in [
            "DELETE FROM session", "DELETE FROM challenge", "DELETE FROM approval", "DELETE FROM deviceRequest",
            "DELETE FROM passkeyChallenge", "DELETE FROM oauthGrant", "DELETE FROM clientRequest",
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
