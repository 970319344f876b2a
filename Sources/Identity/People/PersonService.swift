import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// What a person does with their own account.
struct PersonService: Sendable {
    let environment: IdentityEnvironment

    /// The most bytes of a profile's picture.
    static let photoLimit = 5_000_000

    /// The person.
    func me(_ personID: String) async throws -> Person {
        try await environment.database.read { [keys = environment.keys] tx in
            try PersonView.person(try Self.find(personID, keys: keys, in: tx), keys: keys, in: tx)
        }
    }

    /// Changes what the request names.
    func update(_ changes: PersonUpdate, by caller: SessionCaller) async throws -> Person {
        let personID = caller.personID
        try changes.profile?.check()
        let username = try changes.username.map(RegistrationService.username)
        let language = try changes.language.map { text in
            guard let language = Language(rawValue: text) else {
                throw Problem.invalid("language", .unknown, "must be one of ru, en, fr")
            }
            return language
        }
        return try await environment.database.write { [environment] tx in
            if let username { try name(caller, username, approval: changes.approval, in: tx) }
            var isChanged = false
            let person = try PersonStore.change(personID, keys: environment.keys, in: tx) { details in
                if let profile = changes.profile {
                    isChanged = profile != details.profile
                    details.profile = profile
                }
                if let language { details.language = language }
            }
            // A form that is sent as it was, and the language of the pages, change nothing that others see; nor does a first name to sign in with.
            if isChanged { try ActivityStore.append(.profileChanged, of: personID, at: environment.time.now(), in: tx) }
            return try PersonView.person(person, keys: environment.keys, in: tx)
        }
    }

    private func name(_ caller: SessionCaller, _ username: Username, approval: String?, in tx: any WriteTransaction) throws {
        let holder = try PersonStore.find(username: username, keys: environment.keys, in: tx)
        guard holder == nil || holder?.id == caller.personID else { throw RegistrationService.usernameTaken }
        let former = try Self.find(caller.personID, keys: environment.keys, in: tx).username
        let isOther = former.map { $0.key != username.key } ?? false
        let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
        try stepUp.perform(isOther ? .changeUsername : .firstUsername, by: caller, approval: approval, at: now, in: tx) { permit, telling in
            // A first name is told of with the rest of the profile.
            telling.isTold = isOther
            try PersonStore.setUsername(username, of: caller.personID, permit: permit, keys: environment.keys, in: tx)
        }
    }

    /// Deletes the account and shreds what was sealed for it.
    func delete(by caller: SessionCaller, approval: String?) async throws {
        let blobs = try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let stepUp = StepUp(environment: environment)
            return try stepUp.perform(.deleteAccount, by: caller, approval: approval, at: now, in: tx) { permit, _ in
                try erase(caller.personID, actor: caller.personID, permit: permit, at: now, in: tx)
            }
        }
        await environment.deleteBlobs(blobs)
    }

    /// Deletes a person's rows and key, and notes it.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func erase(_ personID: String, actor: String, permit: borrowing StepUp.Permit, at now: Timestamp, in tx: any WriteTransaction) throws
        -> [BlobAddress]
    {
        try AuditStore.append(.personDeleted, actor: actor, subject: personID, at: now, in: tx)
        return try environment.people.erase(personID, permit: permit, at: now, in: tx)
    }

    /// Records the person's consent to a text that they were shown.
    ///
    /// After a withdrawal the approval also lets this session enrol, for as long as an enrolment waits: it is the same person.
    func giveConsent(_ request: ConsentRequest, by caller: SessionCaller) async throws -> Person {
        try ConsentDocument.check(request.version, field: "version")
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(caller.personID, keys: environment.keys, in: tx)
            let stepUp = StepUp(environment: environment)
            // Who agrees already agrees to another version of the text at most.
            let isAgain = try ConsentStore.needsApproval(of: person.id, in: tx)
            let act: ProtectedAct = isAgain ? .giveConsentAgain : .giveConsent
            try stepUp.perform(act, by: caller, approval: request.approval, at: now, in: tx) { permit, _ in
                try ConsentStore.give(
                    version: request.version,
                    language: person.language,
                    personID: person.id,
                    permit: permit,
                    at: now,
                    in: tx
                )
                guard isAgain else { return }
                let owner = EnrolmentOwner.person(person.id, sessionID: caller.sessionID)
                try EnrolmentStore.save(.approved(at: now), for: owner, keys: environment.keys, in: tx)
            }
            return try PersonView.person(person, keys: environment.keys, in: tx)
        }
    }

    /// Ends the consent and deletes the person's biometric data.
    func withdrawConsent(approval: String?, by caller: SessionCaller) async throws -> Person {
        let personID = caller.personID
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(personID, keys: environment.keys, in: tx)
            let stepUp = StepUp(environment: environment)
            try stepUp.perform(.withdrawConsent, by: caller, approval: approval, at: now, in: tx) { permit, _ in
                try ConsentStore.withdraw(of: personID, permit: permit, at: now, in: tx)
                try SignatureStore.deleteBiometrics(of: personID, keys: environment.keys, in: tx)
                try ErasureStore.add(.biometrics(personID), at: now, in: tx)
            }
            return try PersonView.person(person, keys: environment.keys, in: tx)
        }
    }

    /// Keeps a picture, without what cameras write beside it, sealed by a key of its own.
    func setPhoto(_ bytes: [UInt8], of personID: String) async throws {
        let photo: Photo
        do throws(FormatError) {
            photo = try Photo.sanitised(bytes, limits: Photo.Limits(bytes: Self.photoLimit))
        } catch {
            throw Problem.invalid("body", FieldCode(rawValue: "\(error.code)"), "cannot be used: \(error.message)")
        }
        let stored = try await environment.photos.store(photo)
        try await replacePhoto(of: personID, with: stored)
    }

    /// Makes a picture that an app sent the person's own, unless there is one already that they chose themselves.
    func setFirstPhoto(_ photo: Photo, of personID: String) async throws {
        let stored = try await environment.photos.store(photo)
        let isKept = try await environment.database.write { [keys = environment.keys] tx -> Bool in
            guard let person = try PersonStore.find(personID, keys: keys, in: tx), person.photo == nil else { return false }
            try PhotoStore.claim(stored.unclaimed, for: .profile(personID), of: personID, keys: keys, in: tx)
            try PersonStore.change(personID, keys: keys, in: tx) { $0.photo = stored.reference }
            return true
        }
        if !isKept { await environment.deleteBlobs([stored.unclaimed.address]) }
    }

    /// The picture, opened.
    func photo(of personID: String) async throws -> (bytes: [UInt8], reference: PersonRecord.PhotoReference) {
        guard let photo = try await environment.photos.profile(of: personID) else { throw Problem.notFound("photo") }
        return photo
    }

    /// Removes the picture.
    func deletePhoto(of personID: String) async throws {
        try await replacePhoto(of: personID, with: nil)
    }

    private func replacePhoto(of personID: String, with photo: (unclaimed: PhotoStore.Unclaimed, reference: PersonRecord.PhotoReference)?)
        async throws
    {
        let old = try await environment.database.write { [keys = environment.keys, now = environment.time.now()] tx in
            let old = try Self.find(personID, keys: keys, in: tx).photo?.address
            if let photo {
                try PhotoStore.claim(photo.unclaimed, for: .profile(personID), of: personID, keys: keys, in: tx)
            } else {
                try PhotoStore.shred(.profile(personID), keys: keys, in: tx)
            }
            if let old { try OrphanedBlobStore.release([old], at: now, in: tx) }
            try PersonStore.change(personID, keys: keys, in: tx) { $0.photo = photo?.reference }
            return old
        }
        if let old { await environment.deleteBlobs([old]) }
    }

    /// Where the person registered.
    func place(of personID: String) async throws -> RegistrationPlace {
        try await environment.database.read { [keys = environment.keys] tx in
            guard let place = try PlaceStore.find(of: personID, keys: keys, in: tx) else { throw Problem.notFound("place") }
            return place
        }
    }

    /// Forgets where the person registered.
    func deletePlace(of personID: String) async throws {
        try await environment.database.write { [environment] tx in
            guard try PlaceStore.delete(of: personID, keys: environment.keys, in: tx) else { return }
            try ActivityStore.append(.profileChanged, of: personID, at: environment.time.now(), in: tx)
        }
    }

    /// The person with an id.
    ///
    /// - Throws: a `notFound` ``Problem``, as for a session that outlived its person by a moment.
    static func find(_ personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> PersonRecord {
        guard let person = try PersonStore.find(personID, keys: keys, in: tx) else { throw Problem.notFound("person") }
        return person
    }
}
