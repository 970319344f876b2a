public import ParaphStorage
public import ParaphWire
public import ServerKit

/// What backups ask of this domain.
extension IdentityDomain {
    public static let erasureKinds = ErasureKind.identity

    // Each finds people by keyed hashes, or hangs on one that does.
    public static let tablesNotBackedUp: Set<String> = [
        PersonLookup.table, "letter", "mailedCode", "registration", "registrationPlace", "enrolment", "enrolmentSample", "appUse",
        "oauthDeviceRequest",
    ]

    public static func blobs(in tx: any ReadTransaction) throws -> [BlobAddress] {
        let rows = try tx.rows(
            """
            SELECT photoBlob FROM person WHERE photoBlob IS NOT NULL
            UNION SELECT photoBlob FROM capture WHERE photoBlob IS NOT NULL ORDER BY photoBlob
            """
        )
        return try rows.map { try $0.get("photoBlob") }
    }

    /// Nothing: the export is this domain's own file, in which ``ExportService`` writes what it keeps.
    public static func export(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ExportedMember] { [] }

    public static func erase(_ personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try PersonStore.delete(personID, at: now, keys: keys, in: tx)
    }

    /// Makes people found again, whom a backup holds without what finds them; erases again people, biometric data of people who withdrew their consent, and
    /// apps; ends again what was removed, used up or ended since; ends sessions, tokens, open questions and the keys that sign ID tokens.
    public static func finish(_ restore: DomainRestore, in tx: any WriteTransaction) throws -> DomainRestore.Outcome {
        let (keys, people) = (restore.keys, PersonErasure(restore.people))
        var blobs: [BlobAddress] = []
        var erased = 0
        for erasure in restore.erasures {
            let at = Timestamp(milliseconds: erasure.at)
            switch ErasureSubject(erasure) {
            case nil: break
            case .person(let id):
                // Their key is gone: nothing of them opens.
                guard try PersonStore.status(of: id, in: tx) != nil else { break }
                blobs += try people.erase(id, permit: .restore(), at: at, in: tx)
                erased += 1
            case .biometrics(let id):
                // A consent that was withdrawn before may have been given again in the backup.
                guard at >= restore.backupAt, try PersonStore.status(of: id, in: tx) != nil else { break }
                try ConsentStore.withdraw(of: id, permit: .restore(), at: at, in: tx)
                try SignatureStore.deleteBiometrics(of: id, keys: keys, in: tx)
                erased += 1
            case .app(let id):
                guard let app = try AppStore.find(id, in: tx) else { break }
                blobs += try AppStore.delete(app, permit: .restore(), at: at, keys: keys, people: people, in: tx)
                erased += 1
            case let subject?:
                if try restore.end(subject, at: at, in: tx) { erased += 1 }
            }
        }
        for statement: SQL in [
            "DELETE FROM session", "DELETE FROM challenge", "DELETE FROM approval", "DELETE FROM deviceRequest",
            "DELETE FROM passkeyChallenge", "DELETE FROM oauthGrant", "DELETE FROM oauthConsent", "DELETE FROM oauthPushedRequest",
            "DELETE FROM oauthDeviceRequest",
            "DELETE FROM oauthDeviceGuess", "DELETE FROM requestCodeGuess",
            "DELETE FROM clientRequest", "DELETE FROM appUse",
            "DELETE FROM handOver",
            "DELETE FROM phoneCode",
            // A letter about a new account stays good: without it the account could never be proved.
            "DELETE FROM emailProof WHERE personId IS NULL",
        ] {
            try tx.execute(statement)
        }
        // One of them may have been replaced since, as one that others know: clients are told of it no longer than they would have been then.
        _ = try SigningKeyStore.retire(madeUntil: Timestamp(milliseconds: .max), at: restore.backupAt, keys: keys, in: tx)
        try EnrolmentStore.deleteAll(keys: keys, in: tx)
        try RegistrationStore.deleteAll(keys: keys, in: tx)
        try MailedCodeStore.deleteAll(keys: keys, in: tx)
        // The keys of those whose rows lie in no backup.
        try keys.destroyObjects(of: OneTimeCode.holder, in: tx)
        try keys.destroy(holdersBeginningWith: PlaceStore.registrations, in: tx)
        try keys.destroy(holdersBeginningWith: EnrolmentStore.holder(of: ""), in: tx)
        return DomainRestore.Outcome(erased: erased, unreadable: try PersonLookup.rebuild(keys: keys, in: tx), blobs: blobs)
    }
}
