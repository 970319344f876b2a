public import ParaphPDF
public import ParaphStorage
public import ParaphWire
import ServerKit

/// What other domains may do with the versions of files: read them, and append one, in a transaction of theirs.
///
/// Bytes are stored, read and deleted outside of transactions.
public struct FileVersions: Sendable {
    let environment: FilesEnvironment

    private var store: FileStore { environment.store }

    /// A version, without what opens its parts.
    public struct Version: Hashable, Sendable {
        public let fileID: String
        /// 1 for the file as it came, one more for each signature.
        public let number: Int
        /// How many bytes it has.
        public let size: Int
        /// The SHA-256 of all its bytes, in lower-case hexadecimal.
        public let hash: String
        public let personID: String
        /// Who signed or uploaded, as they called themselves then.
        public let person: String
        public let at: Timestamp
        /// Whether it added a signature on free paper and nothing else: no values of a form, nothing over what stands there.
        public let isOnFreePaper: Bool

        public init(
            fileID: String,
            number: Int,
            size: Int,
            hash: String,
            personID: String,
            person: String,
            at: Timestamp,
            isOnFreePaper: Bool
        ) {
            (self.fileID, self.number, self.size, self.hash) = (fileID, number, size, hash)
            (self.personID, self.person, self.at) = (personID, person, at)
            self.isOnFreePaper = isOnFreePaper
        }
    }

    /// A file that a document is, with its readers.
    public struct Shared: Hashable, Sendable {
        public let fileID: String
        public let name: String
        /// The name of its owner.
        public let owner: String
        /// The names of its readers and when they were let in, the first of them first; those who did not open it yet are told to the owner alone,
        /// by their address.
        public let readers: [Reader]

        /// A reader and when they were let in.
        public struct Reader: Hashable, Sendable {
            public let name: String
            public let at: Timestamp
        }
    }

    /// What comes with a new version.
    public struct Signature: Hashable, Sendable {
        /// The signature's id.
        public let id: String
        /// The registry's id of the document that the file is.
        public let documentID: String
        public let personID: String
        /// The SHA-256 of the whole file with it, in lower-case hexadecimal.
        public let hash: String
        /// How far the file is signed with it; `nil` where that is not known.
        public let count: PDFSignatureCount?
        /// Whether it added a signature on free paper and nothing else: no values of a form, nothing over what stands there.
        public let isOnFreePaper: Bool
        /// Whether it replaces a value of the form that an earlier signer has read.
        public let isReplacing: Bool
        public let at: Timestamp

        public init(
            id: String,
            documentID: String,
            personID: String,
            hash: String,
            count: PDFSignatureCount?,
            isOnFreePaper: Bool,
            isReplacing: Bool,
            at: Timestamp
        ) {
            (self.id, self.documentID, self.personID) = (id, documentID, personID)
            (self.hash, self.count, self.at) = (hash, count, at)
            (self.isOnFreePaper, self.isReplacing) = (isOnFreePaper, isReplacing)
        }
    }

    /// The newest version of a file that is here whole and that a person may read, and the document that it is; `nil` for any other id.
    public func newest(of fileID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> (
        version: Version, documentID: String?
    )? {
        guard let file = try store.find(fileID, readableBy: personID, in: tx), let version = try store.newestVersion(of: fileID, in: tx)
        else {
            return nil
        }
        return (Version(version), file.documentID)
    }

    /// Every version of a file, oldest first.
    public func all(of fileID: String, in tx: any ReadTransaction) throws -> [Version] {
        try store.versions(of: fileID, in: tx).map(Version.init)
    }

    /// The bytes of a version, in pieces of at most 64 KiB that are read as they are asked for, outside of the transaction.
    ///
    /// Reading throws `StorageError` of code `corrupt` or `notFound` where a blob was damaged or lost.
    public func content(of version: Version, in tx: any ReadTransaction) throws -> any AsyncSequence<[UInt8], any Error> & Sendable {
        let parts = try store.version(version.number, of: version.fileID, in: tx).map { try store.parts(of: $0, in: tx) }
        return environment.contents.read(parts ?? [], range: 0..<version.size)
    }

    /// Throws a `Problem` of code `fileFull` unless signatures may add so many bytes to a version.
    public func requireRoom(for count: Int, behind version: Version, in tx: any ReadTransaction) throws {
        try store.requireRoom(for: count, on: version.fileID, size: version.size, in: tx)
    }

    /// Adds a part and the version that ends with it, and tells the owner where a reader signed.
    ///
    /// - Parameters:
    ///   - part: What the signature appended to the file; see ``store(_:)``.
    ///   - previous: The version that it was appended to.
    ///   - signature: What comes with it.
    ///   - tx: Where the signature is taken note of too.
    /// - Returns: the version; `nil`, with nothing written, where another came meanwhile or the file is gone.
    /// - Throws: a `Problem`: `unavailable` where the blob was swept meanwhile, `fileFull` where signatures take too many bytes.
    public func append(_ part: SealedContent, to previous: Version, _ signature: Signature, in tx: any WriteTransaction) throws -> Version?
    {
        guard let person = try environment.people.person(signature.personID, in: tx) else { throw Problem.unauthenticated() }
        guard let base = try store.version(previous.number, of: previous.fileID, in: tx),
            let version = try store.append(
                part,
                to: base,
                hash: signature.hash,
                documentID: signature.documentID,
                signatureID: signature.id,
                signatureCount: signature.count,
                isOnFreePaper: signature.isOnFreePaper,
                isReplacing: signature.isReplacing,
                person: person,
                at: signature.at,
                in: tx
            ),
            let file = try store.find(previous.fileID, in: tx)
        else { return nil }
        // A signature names its signer, whether or not they loaded the file from here.
        try environment.noteOpened(file, by: person.id, in: tx)
        try tell(of: version, of: file, by: person, in: tx)
        return Version(version)
    }

    /// Tells the owner that a reader signed, and everyone who takes part once the last of those who were invited has.
    private func tell(of version: FileVersion, of file: FileRecord, by person: FilePerson, in tx: any WriteTransaction) throws {
        guard file.ownerID != person.id else { return }
        let (people, shared) = (environment.people, SharedFile(id: file.id, name: file.name))
        try people.note(.fileSignedByReader, of: file.ownerID, about: ActivitySubject(.init(.file, file.id), otherID: person.id), in: tx)
        let isLast =
            try store.unsignedReaders(of: file.id, upTo: version.number, in: tx).isEmpty
            && store.unsignedReaders(of: file.id, upTo: version.number - 1, in: tx) == [person.id]
        guard isLast else {
            let notice = FileNotice.signed(reader: person.name, shared, isReplacing: version.isReplacing)
            return try people.send(notice, to: file.ownerID, causedBy: person.id, in: tx)
        }
        let notice = FileNotice.signedByAll(
            last: person.name,
            shared,
            isChanged: try store.isChanged(file.id, upTo: version.number, in: tx)
        )
        for one in try [file.ownerID] + store.readers(of: file.id, in: tx) {
            try people.note(.fileSignedByAll, of: one, about: ActivitySubject(.init(.file, file.id)), in: tx)
            try people.send(notice, to: one, causedBy: person.id, in: tx)
        }
    }

    /// A file as it was when a version was new, as a person who may read it sees it; `nil` where they may not, or there is none.
    public func view(_ fileID: String, at number: Int, for personID: String, in tx: any ReadTransaction) throws -> StoredFile? {
        guard let file = try store.find(fileID, readableBy: personID, in: tx), let version = try store.version(number, of: fileID, in: tx)
        else { return nil }
        return try FileService(environment: environment).view(file, at: version, for: personID, in: tx)
    }

    /// The file that a document is, as a person sees it; `nil` where there is none that they may read.
    public func shared(as documentID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> Shared? {
        guard let file = try store.find(document: documentID, readableBy: personID, in: tx) else { return nil }
        let readers = try store.invitations(to: file.id, in: tx).compactMap { reader in
            try environment.people.person(reader.personID, in: tx).flatMap { person -> Shared.Reader? in
                let isNamed = try person.id == personID || store.hasOpened(file.id, person.id, in: tx)
                guard isNamed || file.ownerID == personID else { return nil }
                return Shared.Reader(name: isNamed ? person.name : person.email, at: reader.at)
            }
        }
        let owner = try environment.people.person(file.ownerID, in: tx)?.name ?? ""
        return Shared(fileID: file.id, name: file.name, owner: owner, readers: readers)
    }

    /// Which of some files are there.
    public func existing(among ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(try ids.filter { try tx.first("SELECT id FROM file WHERE id = \($0) AND trashedAt IS NULL") != nil })
    }

    /// Seals and stores a part; it is swept after an hour unless ``append(_:to:_:in:)`` takes it.
    public func store(_ bytes: [UInt8]) async throws -> SealedContent { try await environment.contents.store(bytes) }

    /// Deletes a part that no version took; what cannot be deleted now is swept later.
    public func discard(_ part: SealedContent) async { await environment.contents.discard([part.address]) }
}

extension FileVersions.Version {
    fileprivate init(_ version: FileVersion) {
        self.init(
            fileID: version.fileID,
            number: version.number,
            size: version.size,
            hash: version.hash,
            personID: version.personID,
            person: version.person,
            at: version.at,
            isOnFreePaper: version.isOnFreePaper
        )
    }
}
