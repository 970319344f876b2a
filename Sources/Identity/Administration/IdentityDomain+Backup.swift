public import ParaphStorage
public import ParaphWire

/// What backups ask of this domain.
extension IdentityDomain {
    /// What was erased: people, hands of people who withdrew their consent, apps.
    public static func erasures(in tx: any ReadTransaction) throws -> [Erasure] {
        try ErasureStore.all(in: tx)
    }

    /// The tables that a restore makes anew or empties, so that no backup needs their rows: each finds people by keyed hashes, or hangs on one that does.
    public static let forgottenByRestore: Set<String> = [
        PersonLookup.table, "letter", "mailedCode", "registration", "registrationPlace", "enrolment", "enrolmentSample", "appUse",
    ]

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

    /// Makes people found again, whom a backup holds without what finds them; erases again what an older backup brought back, and ends what must not outlive a restore: sessions, tokens, open questions.
    ///
    /// - Parameters:
    ///   - erasures: What was erased until now.
    ///   - backupAt: When the backup was made: a consent that was withdrawn before may have been given again in it.
    ///   - keys: Opens and destroys the keys of who is erased.
    ///   - belongings: What other domains keep for people.
    ///   - tx: The restore's transaction.
    /// - Returns: how many people, hands and apps were erased, how many people cannot be found because what is sealed of them does not open, and
    ///   the blobs to delete once this is committed.
    /// - Throws: `StorageError` where the database refuses.
    public static func finishRestore(
        _ erasures: [Erasure],
        backupAt: Timestamp,
        keys: KeyRing,
        belongings: (any Belongings)? = nil,
        in tx: any WriteTransaction
    ) throws -> (erased: Int, unreadable: Int, blobs: [BlobAddress]) {
        var blobs: [BlobAddress] = []
        var erased = 0
        for erasure in erasures {
            let at = Timestamp(milliseconds: erasure.at)
            let subject = ErasureSubject(id: erasure.id)
            switch subject {
            case .person(let id):
                // Their key is gone: nothing of them opens.
                guard try PersonStore.status(of: id, in: tx) != nil else { break }
                blobs += try PersonStore.delete(id, at: at, keys: keys, belongings: belongings, in: tx)
                erased += 1
            case .hand(let id):
                guard at >= backupAt, try PersonStore.status(of: id, in: tx) != nil else { break }
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
            "DELETE FROM passkeyChallenge", "DELETE FROM oauthGrant", "DELETE FROM clientRequest", "DELETE FROM appUse",
            // A letter about a new account stays good: without it the account could never be proved.
            "DELETE FROM emailProof WHERE personId IS NULL",
        ] {
            try tx.execute(statement)
        }
        try EnrolmentStore.deleteAll(keys: keys, in: tx)
        try RegistrationStore.deleteAll(keys: keys, in: tx)
        try MailedCodeStore.deleteAll(keys: keys, in: tx)
        // The keys of those whose rows lie in no backup.
        try keys.destroyObjects(of: OneTimeCode.holder, in: tx)
        try keys.destroy(holdersBeginningWith: PlaceStore.registrations, in: tx)
        try keys.destroy(holdersBeginningWith: EnrolmentStore.holder(of: ""), in: tx)
        return (erased, try PersonLookup.rebuild(keys: keys, in: tx), blobs)
    }
}
