import ParaphStorage
import ParaphWire
import ServerKit

/// Takes note of documents as they are saved: hashes, who saved them and whose signatures came with them.
struct DocumentRegistry: Sendable {
    let environment: DocumentsEnvironment

    private var store: DocumentStore { environment.store }

    /// The most signatures of one document, and the most versions that were saved without one; such as a program that saves in a circle would pass.
    ///
    /// Neither counts for the other: saves without signatures, which an app may make in any person's name, keep no signer out.
    static let versionLimit = 1000
    static let signatureLimit = 1000
    /// The most versions that one person signs of a document which another person saved first, and the most that are saved in a person's name without
    /// a signature, but by the first one in our own app.
    static let personVersionLimit = 200

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
        /// Whether it was signed, and others signed on the same version too.
        var isFork: Bool
    }

    /// Notes a save as one unit of work, or nothing at all.
    ///
    /// The same save sent again, as after an answer that was lost, changes nothing and is answered the same.
    /// - Throws: a ``SaveRefusal``, with nothing written.
    func save(_ save: Save, by person: Signatory, through app: SigningApp, in tx: any WriteTransaction) throws -> Saved {
        guard Set(save.signatures).count == save.signatures.count else { throw SaveRefusal.repeatedSignature }
        guard let base = try base(of: save, personID: person.id, through: app, in: tx) else {
            return try register(save, by: person, through: app, in: tx)
        }
        if let existing = try store.version(of: base.documentID, hash: save.hash, in: tx) {
            return try repeated(save, existing: existing, base: base, personID: person.id, in: tx)
        }
        guard try !save.signatures.isEmpty || hasPart(person.id, in: base.documentID, through: app, tx: tx) else {
            return try registerAlone(save.hash, by: person, through: app, in: tx)
        }
        let signatures = try save.signatures.map { try unused($0, of: person, appID: app.id, in: tx) }
        let isFork = try !signatures.isEmpty && signedBranches(from: base.number, of: base.documentID, in: tx) > 0
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
    private func base(of save: Save, personID: String, through app: SigningApp, in tx: any ReadTransaction) throws -> VersionRecord? {
        if let documentID = save.documentID {
            guard try store.find(documentID, in: tx) != nil else { throw SaveRefusal.unknownDocument }
            if let version = try store.version(of: documentID, hash: save.previous ?? save.hash, in: tx) { return version }
            throw save.previous == nil ? SaveRefusal.previousMissing : SaveRefusal.neverSaved
        }
        guard let previous = save.previous, previous != save.hash else {
            guard save.signatures.isEmpty else {
                throw save.previous == nil ? SaveRefusal.previousMissing : SaveRefusal.unchangedFile
            }
            return try registered(save.hash, by: personID, through: app, in: tx)
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
            try !store.isContinued($0, in: tx)
                && isOpen($0.documentID, to: personID, through: app, adding: save.signatures.count, in: tx)
        }
        guard open.count == 1 else { throw SaveRefusal.ambiguous }
        return open.first
    }

    /// The version with a hash that registering it again means: a signed one, else the person's own which nothing was saved on.
    ///
    /// A document that takes no more signatures from the person is passed over, so that the file goes on as a new one.
    private func registered(_ hash: DocumentHash, by personID: String, through app: SigningApp, in tx: any ReadTransaction) throws
        -> VersionRecord?
    {
        let own = try store.versions(hash, touchedBy: personID, in: tx)
        for version in try own.filter(\.isSigned) + store.signedVersions(hash, in: tx)
        where try isOpen(version.documentID, to: personID, through: app, adding: 1, in: tx) {
            return version
        }
        return try own.first { try $0.personID == personID && !$0.isSigned && !store.isContinued($0, in: tx) }
    }

    /// Whether a person saved a document first, signed it, or may read the file that it is.
    ///
    /// An app's word for who saves counts for what they did through that app; in our own app they are there themselves.
    private func hasPart(_ personID: String, in documentID: String, through app: SigningApp, tx: any ReadTransaction) throws -> Bool {
        let isOwnApp = app.id == SigningApp.webAppID
        if try store.hasPart(personID, in: documentID, through: isOwnApp ? nil : app.id, tx: tx) { return true }
        return try isOwnApp && environment.files.file(ofDocument: documentID, readableBy: personID, in: tx) != nil
    }

    /// Registers what a person saved without a signature on a document in which they have no part: as a first save of that file, so that nothing of
    /// the document is used up and no signer's file looks older for it.
    private func registerAlone(_ hash: DocumentHash, by person: Signatory, through app: SigningApp, in tx: any WriteTransaction) throws
        -> Saved
    {
        if let known = try registered(hash, by: person.id, through: app, in: tx) {
            return Saved(documentID: known.documentID, isFork: false)
        }
        return try register(Save(hash: hash), by: person, through: app, in: tx)
    }

    /// How many versions that were made from one are signed, or lead to a signed one.
    private func signedBranches(from number: Int, of documentID: String, in tx: any ReadTransaction) throws -> Int {
        let signed = Set(try store.signatureNumbers(of: documentID, in: tx).map(\.number))
        return VersionLines(try store.line(of: documentID, in: tx)).signedBranches(from: number, signed)
    }

    /// Whether a document takes one more version from a person, with so many signatures.
    private func isOpen(
        _ documentID: String,
        to personID: String,
        through app: SigningApp,
        adding signatures: Int,
        in tx: any ReadTransaction
    ) throws -> Bool {
        guard let document = try store.find(documentID, in: tx) else { return false }
        let isFirst = document.personID == personID
        if signatures > 0 {
            guard document.signatureCount + signatures <= Self.signatureLimit else { return false }
            return try isFirst || store.countVersions(of: documentID, areSigned: true, savedBy: personID, in: tx) < Self.personVersionLimit
        }
        guard try store.countVersions(of: documentID, areSigned: false, in: tx) < Self.versionLimit else { return false }
        if isFirst, app.id == SigningApp.webAppID { return true }
        return try store.countVersions(of: documentID, areSigned: false, savedBy: personID, in: tx) < Self.personVersionLimit
    }

    /// Whether a file on the server takes one more version: by its own line, whatever else the document has.
    private func isOpen(_ base: VersionRecord, in tx: any ReadTransaction) throws -> Bool {
        VersionLines(try store.line(of: base.documentID, in: tx)).ancestors(of: [base.number]).count < Self.versionLimit
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
        guard let previous = existing.previous, !there.isEmpty else { return Saved(documentID: base.documentID, isFork: false) }
        let branches = try signedBranches(from: previous, of: base.documentID, in: tx)
        return Saved(documentID: base.documentID, isFork: branches > 1)
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
        let hasRoom: Bool
        if fileID != nil, let base {
            hasRoom = try isOpen(base, in: tx)
        } else {
            hasRoom = try isOpen(documentID, to: person.id, through: app, adding: signatures.count, in: tx)
        }
        guard hasRoom else { throw SaveRefusal.tooManyVersions }
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
