public import ParaphStorage
public import ParaphWire

/// Tells which documents somebody saved or signed, for their export, and which signatures stand on one.
public protocol SignedDocuments: Sendable {
    /// The versions of documents that a person saved or signed.
    func documents(of personID: String, in tx: any ReadTransaction) throws -> [SignedDocument]

    /// Which of some signatures stand on a document.
    func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String>
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
