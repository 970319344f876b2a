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
            try PersonView.person(try Self.find(personID, in: tx), keys: keys, in: tx)
        }
    }

    /// Changes what the request names.
    func update(_ changes: PersonUpdate, of personID: String) async throws -> Person {
        try changes.profile?.check()
        let username = try changes.username.map(RegistrationService.username)
        let language = try changes.language.map { text in
            guard let language = Language(rawValue: text) else {
                throw Problem.invalid("language", "unknown", "must be one of ru, en, fr")
            }
            return language
        }
        return try await environment.database.write { [environment] tx in
            var person = try Self.find(personID, in: tx)
            if let username {
                let holder = try PersonStore.find(username: username, in: tx)
                guard holder == nil || holder?.id == personID else { throw RegistrationService.usernameTaken }
                person.username = username
            }
            if let profile = changes.profile { person.profile = profile }
            if let language { person.language = language }
            try PersonStore.update(person, in: tx)
            try ActivityStore.append(.profileChanged, of: personID, at: environment.time.now(), in: tx)
            return try PersonView.person(person, keys: environment.keys, in: tx)
        }
    }

    /// Deletes the account and shreds what was sealed for it.
    func delete(_ personID: String, approval: String?) async throws {
        let blobs = try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(personID, in: tx)
            try ApprovalStore.consume(approval, of: personID, purpose: .deleteAccount, at: now, in: tx)
            return try erase(person, actor: personID, at: now, in: tx)
        }
        await environment.deleteBlobs(blobs)
    }

    /// Deletes a person's rows and key, notes it, and tells them.
    ///
    /// - Returns: the blobs to delete once this is committed.
    func erase(_ person: PersonRecord, actor: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        try environment.notify(person, of: .accountDeleted, in: tx)
        try AuditStore.append(.personDeleted, actor: actor, subject: person.id, at: now, in: tx)
        return try PersonStore.delete(person, at: now, keys: environment.keys, belongings: environment.belongings, in: tx)
    }

    /// Records the person's consent to a text that they were shown.
    func giveConsent(_ request: ConsentRequest, personID: String) async throws -> Person {
        try ConsentDocument.check(request.version, field: "version")
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(personID, in: tx)
            try ConsentStore.give(version: request.version, language: person.language, personID: personID, at: now, in: tx)
            try ActivityStore.append(.consentGiven, of: personID, at: now, in: tx)
            return try PersonView.person(person, keys: environment.keys, in: tx)
        }
    }

    /// Ends the consent and deletes whatever tells of the person's hand.
    func withdrawConsent(_ personID: String) async throws -> Person {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try Self.find(personID, in: tx)
            try ConsentStore.withdraw(of: personID, at: now, in: tx)
            try SignatureStore.deleteBiometrics(of: personID, keys: environment.keys, in: tx)
            try ErasureStore.add(.hand(personID), at: now, in: tx)
            try ActivityStore.append(.consentWithdrawn, of: personID, at: now, in: tx)
            return try PersonView.person(person, keys: environment.keys, in: tx)
        }
    }

    /// Keeps a picture, without what cameras write beside it, sealed by a key of its own.
    func setPhoto(_ bytes: [UInt8], of personID: String) async throws {
        let photo: Photo
        do throws(FormatError) {
            photo = try Photo.sanitised(bytes, limits: Photo.Limits(bytes: Self.photoLimit))
        } catch {
            throw Problem.invalid("body", "\(error.code)", "cannot be used: \(error.message)")
        }
        let stored = try await environment.photos.store(photo)
        try await replacePhoto(of: personID, with: stored)
    }

    /// Makes a picture that an app sent the person's own, unless there is one already that they chose themselves.
    func setFirstPhoto(_ photo: Photo, of personID: String) async throws {
        let stored = try await environment.photos.store(photo)
        let isKept = try await environment.database.write { [keys = environment.keys] tx -> Bool in
            guard var person = try PersonStore.find(personID, in: tx), person.photo == nil else { return false }
            person.photo = stored.reference
            try PhotoStore.claim(stored.loose, for: .profile(personID), of: personID, keys: keys, in: tx)
            try PersonStore.update(person, in: tx)
            return true
        }
        if !isKept { await environment.deleteBlobs([stored.loose.address]) }
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

    private func replacePhoto(of personID: String, with photo: (loose: PhotoStore.Loose, reference: PersonRecord.PhotoReference)?)
        async throws
    {
        let old = try await environment.database.write { [keys = environment.keys, now = environment.time.now()] tx in
            var person = try Self.find(personID, in: tx)
            let old = person.photo?.address
            person.photo = photo?.reference
            if let photo {
                try PhotoStore.claim(photo.loose, for: .profile(personID), of: personID, keys: keys, in: tx)
            } else {
                try PhotoStore.shred(.profile(personID), keys: keys, in: tx)
            }
            if let old { try LooseBlobStore.doom([old], at: now, in: tx) }
            try PersonStore.update(person, in: tx)
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
    static func find(_ personID: String, in tx: any ReadTransaction) throws -> PersonRecord {
        guard let person = try PersonStore.find(personID, in: tx) else { throw Problem.notFound("person") }
        return person
    }
}
