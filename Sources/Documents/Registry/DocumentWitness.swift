public import ParaphStorage
public import ParaphWire

/// What other domains may know of documents: which versions somebody saved or signed.
public struct DocumentWitness: Sendable {
    /// A version that somebody saved or signed.
    public struct Version: Hashable, Sendable {
        public let documentID: String
        public let number: Int
        /// The hash of the whole file in lower-case hexadecimal.
        public let hash: String
        public let savedAt: Timestamp
        /// Whether they saved it.
        public let isSaver: Bool
        /// The signatures of theirs that came with it.
        public let signatures: [Signature]
    }

    /// A signature on a version.
    public struct Signature: Hashable, Sendable {
        public let id: String
        public let at: Timestamp
    }

    /// A digest that somebody had sealed.
    public struct Seal: Hashable, Sendable {
        /// The signature that it was sealed for.
        public let signatureID: String
        public let documentID: String
        /// The hash of the version that the signature was drawn for, in lower-case hexadecimal.
        public let previousHash: String
        /// SHA-256 of what the seal covers.
        public let digest: [UInt8]
        public let at: Timestamp
        /// The kept document that the seal went into; `nil` for documents that stay in the browser.
        public let keptID: String?
    }

    public init() {}

    /// What a person had sealed, the oldest first.
    public func seals(of personID: String, in tx: any ReadTransaction) throws -> [Seal] {
        try SealStore.all(of: personID, in: tx).map { seal in
            Seal(
                signatureID: seal.signatureID,
                documentID: seal.documentID,
                previousHash: seal.previous.text,
                digest: seal.digest,
                at: seal.at,
                keptID: seal.keptID
            )
        }
    }

    /// The versions that a person saved or signed, in the order of saves.
    ///
    /// Linear in their number.
    public func versions(of personID: String, in tx: any ReadTransaction) throws -> [Version] {
        let signed = try tx.rows(
            """
            SELECT documentId, number, signatureId, at FROM documentSignature WHERE personId = \(personID)
            ORDER BY documentId, number, position
            """
        )
        var signatures: [Key: [Signature]] = [:]
        for row in signed {
            signatures[try Key(row), default: []].append(
                Signature(id: try row.get("signatureId"), at: Timestamp(milliseconds: try row.get("at")))
            )
        }
        return try tx.rows(
            """
            SELECT v.documentId, v.number, v.hash, v.at, v.personId FROM (
                SELECT documentId, number FROM documentVersion WHERE personId = \(personID)
                UNION SELECT documentId, number FROM documentSignature WHERE personId = \(personID)
            ) AS touched JOIN documentVersion v ON v.documentId = touched.documentId AND v.number = touched.number
            ORDER BY v.at, v.documentId, v.number
            """
        ).map { row in
            let key = try Key(row)
            return Version(
                documentID: key.documentID,
                number: key.number,
                hash: try row.get("hash"),
                savedAt: Timestamp(milliseconds: try row.get("at")),
                isSaver: try row.get("personId", as: String.self) == personID,
                signatures: signatures[key] ?? []
            )
        }
    }

    /// Which of some signatures stand on a document.
    public func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(try ids.filter { try tx.first("SELECT documentId FROM documentSignature WHERE signatureId = \($0)") != nil })
    }

    private struct Key: Hashable {
        let documentID: String
        let number: Int

        init(_ row: Row) throws {
            documentID = try row.get("documentId")
            number = try row.get("number")
        }
    }
}
