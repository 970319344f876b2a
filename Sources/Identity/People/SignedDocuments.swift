public import ParaphStorage
public import ParaphWire

/// Tells which documents somebody saved or signed, for their export, and which signatures stand on one.
public protocol SignedDocuments: Sendable {
    /// The versions of documents that a person saved or signed.
    func documents(of personID: String, in tx: any ReadTransaction) throws -> [SignedDocument]

    /// Which of some signatures stand on a document.
    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String>

    /// What a person had sealed, the oldest first.
    func seals(of personID: String, in tx: any ReadTransaction) throws -> [DocumentSealing]
}

/// A digest that a person had sealed: what was to become of a document, whether or not it was saved afterwards.
public struct DocumentSealing: Codable, Hashable, Sendable {
    /// The signature that it was sealed for; one of ``PersonExport`` with the same id.
    public var signatureId: String
    public var documentId: String
    /// The hash of the version that the signature was drawn for, in lower-case hexadecimal.
    public var previousHash: String
    /// SHA-256 of what the seal covers.
    public var digest: Base64URL
    public var at: Timestamp
    /// The kept document that the seal went into; absent for documents that stay in the browser.
    public var keptId: String?

    public init(signatureId: String, documentId: String, previousHash: String, digest: Base64URL, at: Timestamp, keptId: String?) {
        self.signatureId = signatureId
        self.documentId = documentId
        self.previousHash = previousHash
        self.digest = digest
        self.at = at
        self.keptId = keptId
    }
}

/// A version of a document that a person saved or signed.
public struct SignedDocument: Codable, Hashable, Sendable {
    public var documentId: String
    /// Its place in the order of saves, from 1.
    public var version: Int
    /// The hash of the whole file in lower-case hexadecimal.
    public var hash: String
    public var savedAt: Timestamp
    /// Whether the person saved it.
    public var savedByPerson: Bool
    /// The person's signatures that came with it; those of ``PersonExport`` with the same ids.
    public var signatures: [Signature]

    /// A signature on it.
    public struct Signature: Codable, Hashable, Sendable {
        public var id: String
        public var at: Timestamp

        public init(id: String, at: Timestamp) {
            self.id = id
            self.at = at
        }
    }

    public init(documentId: String, version: Int, hash: String, savedAt: Timestamp, savedByPerson: Bool, signatures: [Signature]) {
        self.documentId = documentId
        self.version = version
        self.hash = hash
        self.savedAt = savedAt
        self.savedByPerson = savedByPerson
        self.signatures = signatures
    }
}
