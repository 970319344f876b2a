public import ParaphPDF
public import ParaphStorage
public import ParaphWire

/// The files on the server, as signing needs them: read, and given a version more in the transaction that seals it.
///
/// The domain Files has them.
/// Bytes are stored, read and discarded outside of transactions.
public protocol SignableFiles: Sendable {
    /// A file that is here whole and that a person may read; `nil` for any other id.
    func find(_ fileID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> SignableFile?

    /// Every version of a file, oldest first.
    func versions(of fileID: String, in tx: any ReadTransaction) throws -> [SignableVersion]

    /// The bytes of a version, in small pieces that are read as they are asked for, outside of the transaction.
    ///
    /// Reading throws `StorageError` of code `corrupt` or `notFound` where they were damaged or lost.
    func content(of version: SignableVersion, in tx: any ReadTransaction) throws -> any AsyncSequence<[UInt8], any Error> & Sendable

    /// Throws a `Problem` of code `fileFull` unless a signature may add so many bytes to a version.
    func requireRoom(for count: Int, behind version: SignableVersion, in tx: any ReadTransaction) throws

    /// Adds the version that a signature makes, and tells the owner where a reader signed.
    ///
    /// - Parameters:
    ///   - part: What the signature appended to the file, as ``store(_:)`` gave it.
    ///   - previous: The version that it was appended to.
    ///   - signature: What comes with it.
    ///   - tx: Where the signature is sealed and taken note of too.
    /// - Returns: the version; `nil`, with nothing written, where another came meanwhile or the file is gone.
    /// - Throws: a `Problem`, where the part was swept meanwhile or the file takes no more; nothing is written then once the transaction ends.
    func append(_ part: SealedContent, to previous: SignableVersion, _ signature: SignatureOnFile, in tx: any WriteTransaction) throws
        -> SignableVersion?

    /// A file as it was when a version was new, as a person who may read it sees it; `nil` where they may not, or there is none.
    func view(_ fileID: String, at number: Int, for personID: String, in tx: any ReadTransaction) throws -> StoredFile?

    /// The file that a document is, for a person who may read it; `nil` where there is none.
    func file(ofDocument documentID: String, readableBy personID: String, in tx: any ReadTransaction) throws -> DocumentHistory
        .DocumentFile?

    /// Which of some files are there.
    func existing(among ids: [String], in tx: any ReadTransaction) throws -> Set<String>

    /// Seals and stores a part, which is deleted later unless a version takes it.
    func store(_ bytes: [UInt8]) async throws -> SealedContent

    /// Deletes a part that no version took.
    func discard(_ part: SealedContent) async
}

/// A file that a person may sign.
public struct SignableFile: Hashable, Sendable {
    public let id: String
    /// The document that it is in the registry; `nil` until it was signed.
    public let documentID: String?
    public let newest: SignableVersion

    public init(id: String, documentID: String?, newest: SignableVersion) {
        (self.id, self.documentID, self.newest) = (id, documentID, newest)
    }
}

/// A version of a file.
public struct SignableVersion: Hashable, Sendable {
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

/// A signature that makes a version.
public struct SignatureOnFile: Hashable, Sendable {
    public let id: String
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
