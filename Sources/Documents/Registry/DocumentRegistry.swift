import ParaphStorage
import ParaphWire
import ServerKit

/// Takes note of documents as they are saved: hashes, who saved them and whose signatures came with them.
struct DocumentRegistry: Sendable {
    let environment: DocumentsEnvironment

    private var store: DocumentStore { environment.store }

    /// The most versions and the most signatures of one document; such as a program that saves in a circle would pass.
    static let versionLimit = 1000
    static let signatureLimit = 1000
    /// The most versions that one person saves of a document which another person saved first, so that no one fills it for the others.
    static let guestVersionLimit = 200

    /// A file that is to be saved.
    struct Save: Hashable, Sendable {
        /// The hash of the file as it was opened; `nil` where it was not saved before.
        var previous: DocumentHash?
        var hash: DocumentHash
        /// The signatures that were put on it since, in their order.
        var signatures: [String] = []
        /// The document that the file is of, where the app knows it and hashes alone would not tell.
        var documentID: String?
        /// The file on the server, where it is one.
        var fileID: String?
    }

    /// What became of a save.
    struct Saved: Hashable, Sendable {
        var documentID: String
        /// Whether others saved on the same version too.
        var isFork: Bool
    }

    /// Notes a save as one unit of work, or nothing at all.
    ///
    /// The same save sent again, as after an answer that was lost, changes nothing and is answered the same.
    /// - Throws: a ``SaveRefusal``, with nothing written.
    func save(_ save: Save, by person: Signatory, through app: SigningApp, in tx: any WriteTransaction) throws -> Saved {
        guard Set(save.signatures).count == save.signatures.count else { throw SaveRefusal.repeatedSignature }
        guard let base = try base(of: save, personID: person.id, in: tx) else {
            return try register(save, by: person, through: app, in: tx)
        }
        if let existing = try store.version(of: base.documentID, hash: save.hash, in: tx) {
            return try repeated(save, existing: existing, base: base, personID: person.id, in: tx)
        }
        let signatures = try save.signatures.map { try unused($0, of: person, appID: app.id, in: tx) }
        let isFork = try store.isContinued(base, in: tx)
        try append(save.hash, to: base.documentID, on: base, signatures, by: person, through: app, fileID: save.fileID, in: tx)
        return Saved(documentID: base.documentID, isFork: isFork)
    }

    /// Registers a file as a document's first version where there is no such document; ids are chosen beforehand where a file is to name its own.
    ///
    /// `person` is who brought the file, and `at` when.
    func ensure(
        _ hash: DocumentHash,
        in documentID: String,
        by person: Signatory,
        at: Timestamp,
        through app: SigningApp,
        in tx: any WriteTransaction
    ) throws {
        guard try store.find(documentID, in: tx) == nil else { return }
        try insert(documentID, by: person, at: at, through: app, in: tx)
        try append(hash, to: documentID, on: nil, [], by: person, at: at, through: app, in: tx)
    }

    /// The version that a file was made from; `nil` where it is of no document yet.
    private func base(of save: Save, personID: String, in tx: any ReadTransaction) throws -> VersionRecord? {
        if let documentID = save.documentID {
            guard try store.find(documentID, in: tx) != nil else { throw SaveRefusal.unknownDocument }
            if let version = try store.version(of: documentID, hash: save.previous ?? save.hash, in: tx) { return version }
            throw save.previous == nil ? SaveRefusal.previousMissing : SaveRefusal.neverSaved
        }
        guard let previous = save.previous, previous != save.hash else {
            guard save.signatures.isEmpty else {
                throw save.previous == nil ? SaveRefusal.previousMissing : SaveRefusal.unchangedFile
            }
            return try registered(save.hash, by: personID, in: tx)
        }
        // The hash of a form that everybody has tells nothing: only who had a part in the document goes on from it. The hash of a signed
        // file is known to those who have the file.
        let own = try store.versions(previous, touchedBy: personID, in: tx)
        let candidates = own.isEmpty ? try store.signedVersions(previous, in: tx) : own
        if candidates.count <= 1 {
            guard !candidates.isEmpty || save.signatures.isEmpty else { throw SaveRefusal.neverSaved }
            return candidates.first
        }
        let repeats = try candidates.filter { try store.version(of: $0.documentID, hash: save.hash, in: tx) != nil }
        if repeats.count == 1 { return repeats.first }
        let open = try candidates.filter {
            try !store.isContinued($0, in: tx) && isOpen($0.documentID, to: personID, adding: save.signatures.count, in: tx)
        }
        guard open.count == 1 else { throw SaveRefusal.ambiguous }
        return open.first
    }

    /// The version with a hash that registering it again means: a signed one, else the person's own which nothing was saved on.
    ///
    /// A document that takes no more versions from the person is passed over, so that the file goes on as a new one.
    private func registered(_ hash: DocumentHash, by personID: String, in tx: any ReadTransaction) throws -> VersionRecord? {
        let own = try store.versions(hash, touchedBy: personID, in: tx)
        for version in try own.filter(\.isSigned) + store.signedVersions(hash, in: tx)
        where try isOpen(version.documentID, to: personID, adding: 0, in: tx) {
            return version
        }
        return try own.first { try $0.personID == personID && !$0.isSigned && !store.isContinued($0, in: tx) }
    }

    /// Whether a document takes one more version from a person, with so many signatures.
    private func isOpen(_ documentID: String, to personID: String, adding signatures: Int, in tx: any ReadTransaction) throws -> Bool {
        guard let document = try store.find(documentID, in: tx) else { return false }
        guard document.versionCount < Self.versionLimit, document.signatureCount + signatures <= Self.signatureLimit else { return false }
        if document.personID == personID { return true }
        return try store.countVersions(of: documentID, savedBy: personID, in: tx) < Self.guestVersionLimit
    }

    private func register(_ save: Save, by person: Signatory, through app: SigningApp, in tx: any WriteTransaction) throws -> Saved {
        let id = Identifier.random()
        try insert(id, by: person, through: app, in: tx)
        var opened: VersionRecord?
        if let previous = save.previous, previous != save.hash {
            opened = try append(previous, to: id, on: nil, [], by: person, through: app, in: tx)
        }
        try append(save.hash, to: id, on: opened, [], by: person, through: app, in: tx)
        return Saved(documentID: id, isFork: false)
    }

    private func insert(_ id: String, by person: Signatory, at: Timestamp? = nil, through app: SigningApp, in tx: any WriteTransaction)
        throws
    {
        let now = environment.time.now()
        try store.insert(id: id, personID: person.id, at: at ?? now, in: tx)
        try AuditStore.append(.documentRegistered, actor: person.id, subject: id, details: ["app": app.id], at: now, in: tx)
    }

    /// Answers a save of what is saved already: the same again is no error, anything else is.
    private func repeated(_ save: Save, existing: VersionRecord, base: VersionRecord, personID: String, in tx: any ReadTransaction) throws
        -> Saved
    {
        let there = try store.signatureNumbers(of: base.documentID, in: tx).filter { $0.number == existing.number }.map(\.id)
        let isSame = existing.personID == personID && existing.previous == base.number && there == save.signatures
        guard isSame || save.signatures.isEmpty else {
            throw existing.number == base.number ? SaveRefusal.unchangedFile : SaveRefusal.alreadySaved
        }
        let siblings = try store.countVersions(of: base.documentID, madeFrom: existing.previous, in: tx)
        return Saved(documentID: base.documentID, isFork: existing.previous != nil && siblings > 1)
    }

    /// A signature that the person gave through this app and that stands on no document yet.
    private func unused(_ id: String, of person: Signatory, appID: String, in tx: any ReadTransaction) throws -> (String, GivenSignature) {
        // Another person's is answered like one that does not exist, so that ids tell nothing.
        guard let signature = try environment.signatories.signature(id, in: tx), signature.personID == person.id, signature.appID == appID
        else { throw SaveRefusal.unknownSignature(id) }
        guard try store.document(ofSignature: id, in: tx) == nil else { throw SaveRefusal.usedSignature(id) }
        return (id, signature)
    }

    @discardableResult
    private func append(
        _ hash: DocumentHash,
        to documentID: String,
        on base: VersionRecord?,
        _ signatures: [(String, GivenSignature)],
        by person: Signatory,
        at: Timestamp? = nil,
        through app: SigningApp,
        fileID: String? = nil,
        in tx: any WriteTransaction
    ) throws -> VersionRecord {
        let now = environment.time.now()
        guard try isOpen(documentID, to: person.id, adding: signatures.count, in: tx) else { throw SaveRefusal.tooManyVersions }
        let isSigned = base?.isSigned == true || !signatures.isEmpty
        // A signed file is of one document: who gets it must find the one that its signers meant.
        if isSigned, try store.isSigned(hash, elsewhereThan: documentID, in: tx) { throw SaveRefusal.alreadySaved }
        let version = VersionRecord(
            documentID: documentID,
            number: try store.nextNumber(of: documentID, adding: signatures.count, in: tx),
            previous: base?.number,
            hash: hash,
            isSigned: isSigned,
            personID: person.id,
            appID: app.id,
            saver: person.name,
            at: at ?? now
        )
        try store.insert(version, in: tx)
        for (index, (id, given)) in signatures.enumerated() {
            let signature = SignatureOnDocument(
                id: id,
                documentID: documentID,
                number: version.number,
                position: index + 1,
                personID: person.id,
                similarity: given.similarity,
                isMatch: given.isMatch,
                refusal: given.refusal,
                signer: .init(
                    name: person.name,
                    companyName: person.companyName,
                    position: person.position,
                    application: given.application
                ),
                circumstances: given.circumstances,
                at: given.at
            )
            try store.insert(signature, given.circumstances, in: tx)
            var subject = ActivitySubject(.init(.document, documentID))
            if let fileID { subject.things.insert(.init(.file, fileID), at: 0) }
            try environment.signatories.note(.documentSigned, ofSignature: id, about: subject, in: tx)
        }
        let details = ["app": app.id, "hash": hash.text, "version": "\(version.number)", "signatures": "\(signatures.count)"]
        try AuditStore.append(.documentSaved, actor: person.id, subject: documentID, details: details, at: now, in: tx)
        try ChangeLog.note(.document, documentID, for: store.people(of: documentID, in: tx), in: tx)
        return version
    }
}
