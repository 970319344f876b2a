import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of documents, their versions and the signatures on them; they are only ever added.
struct DocumentStore: Sendable {
    let seals: DocumentSeals

    /// Adds a document without versions, and its key.
    func insert(id: String, personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO document (id, personId, versionCount, signatureCount, createdAt)
            VALUES (\(id), \(personID), 0, 0, \(now))
            """
        )
        try seals.create(id, in: tx)
    }

    /// The document with an id.
    func find(_ id: String, in tx: any ReadTransaction) throws -> DocumentRecord? {
        try tx.first("SELECT * FROM document WHERE id = \(id)").map(DocumentRecord.init)
    }

    /// Takes the number of a document's next version.
    ///
    /// It is an update of the one row that counts them, so that two who save at once on either engine queue up here: the second
    /// sees the first one's version, or is run again.
    func nextNumber(of documentID: String, adding signatures: Int, in tx: any WriteTransaction) throws -> Int {
        let row = try tx.first(
            """
            UPDATE document SET versionCount = versionCount + 1, signatureCount = signatureCount + \(signatures)
            WHERE id = \(documentID) RETURNING versionCount
            """
        )
        guard let row else { throw StorageError(.corrupt, "a version's document is gone") }
        return try row.get("versionCount")
    }

    /// The ids of who saved or signed a document.
    func people(of documentID: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows(
            """
            SELECT personId FROM documentVersion WHERE documentId = \(documentID)
            UNION SELECT personId FROM documentSignature WHERE documentId = \(documentID)
            """
        ).compactMap { try $0.find("personId") }
    }

    /// Adds a version.
    func insert(_ version: VersionRecord, in tx: any WriteTransaction) throws {
        let sealed = try seals.sealSaver(version.saver, documentID: version.documentID, number: version.number, in: tx)
        try tx.execute(
            """
            INSERT INTO documentVersion (documentId, number, previous, hash, signed, personId, appId, sealedSaver, at)
            VALUES (\(version.documentID), \(version.number), \(version.previous), \(version.hash.text), \(version.isSigned),
                \(version.personID), \(version.appID), \(sealed), \(version.at))
            """
        )
    }

    /// Adds a signature to a version.
    func insert(_ signature: SignatureOnDocument, _ circumstances: DocumentHistory.Circumstances, in tx: any WriteTransaction) throws {
        let id = signature.id
        let signer = try seals.sealSigner(signature.signer, documentID: signature.documentID, signatureID: id, in: tx)
        let place = try seals.sealCircumstances(circumstances, of: signature.personID, signatureID: id, in: tx)
        try tx.execute(
            """
            INSERT INTO documentSignature (
                signatureId, documentId, number, position, personId, similarity, isMatch, refusal, sealedSigner, sealedCircumstances, at
            ) VALUES (
                \(id), \(signature.documentID), \(signature.number), \(signature.position), \(signature.personID), \(signature.similarity),
                \(signature.isMatch), \(signature.refusal), \(signer), \(place), \(signature.at)
            )
            """
        )
    }

    /// Every version of a document in the order of saves.
    func versions(of documentID: String, in tx: any ReadTransaction) throws -> [VersionRecord] {
        try tx.rows("SELECT * FROM documentVersion WHERE documentId = \(documentID) ORDER BY number").map { try version($0, in: tx) }
    }

    /// The version of a document with a hash.
    func version(of documentID: String, hash: DocumentHash, in tx: any ReadTransaction) throws -> VersionRecord? {
        try tx.first("SELECT * FROM documentVersion WHERE documentId = \(documentID) AND hash = \(hash.text)").map {
            try version($0, in: tx)
        }
    }

    /// Whether anything was saved on a version.
    func isContinued(_ version: VersionRecord, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT number FROM documentVersion
            WHERE documentId = \(version.documentID) AND previous = \(version.number) LIMIT 1
            """
        ) != nil
    }

    /// The versions with a hash in documents that a person signed or saved, newest first; at most 20.
    ///
    /// Linear in the number of the person's versions and signatures, however many others have a document with that hash.
    func versions(_ hash: DocumentHash, touchedBy personID: String, in tx: any ReadTransaction) throws -> [VersionRecord] {
        try tx.rows(
            """
            SELECT v.* FROM (
                SELECT documentId FROM documentVersion WHERE personId = \(personID)
                UNION SELECT documentId FROM documentSignature WHERE personId = \(personID)
            ) AS touched JOIN documentVersion v ON v.documentId = touched.documentId AND v.hash = \(hash.text)
            ORDER BY v.at DESC, v.documentId LIMIT 20
            """
        ).map { try version($0, in: tx) }
    }

    /// The versions with a hash that hold a signature, newest first; at most 20.
    func signedVersions(_ hash: DocumentHash, in tx: any ReadTransaction) throws -> [VersionRecord] {
        try tx.rows("SELECT * FROM documentVersion WHERE hash = \(hash.text) AND signed = 1 ORDER BY at DESC, documentId LIMIT 20").map {
            try version($0, in: tx)
        }
    }

    /// Of each version of a document the one that it was made from, in the order of numbers.
    func line(of documentID: String, in tx: any ReadTransaction) throws -> [(number: Int, previous: Int?)] {
        try tx.rows("SELECT number, previous FROM documentVersion WHERE documentId = \(documentID) ORDER BY number").map {
            (try $0.get("number"), try $0.find("previous"))
        }
    }

    /// How many versions of a document were saved with a signature, or without one, by everybody or by one person.
    func countVersions(
        of documentID: String,
        areSigned: Bool,
        savedBy personID: String? = nil,
        in tx: any ReadTransaction
    ) throws -> Int {
        try tx.first(
            """
            SELECT COUNT(*) AS count FROM documentVersion
            WHERE documentId = \(documentID) AND (\(personID) IS NULL OR personId = \(personID)) AND \(areSigned ? 1 : 0) = CASE WHEN EXISTS (
                SELECT 1 FROM documentSignature
                WHERE documentSignature.documentId = documentVersion.documentId AND documentSignature.number = documentVersion.number
            ) THEN 1 ELSE 0 END
            """
        )?.get("count") ?? 0
    }

    /// Whether a person saved a document first or signed it; through one app, where `appID` names one.
    func hasPart(_ personID: String, in documentID: String, through appID: String?, tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT number FROM documentVersion
            WHERE documentId = \(documentID) AND number = 1 AND personId = \(personID) AND (\(appID) IS NULL OR appId = \(appID))
            UNION ALL
            SELECT documentSignature.number FROM documentSignature JOIN documentVersion
                ON documentVersion.documentId = documentSignature.documentId AND documentVersion.number = documentSignature.number
            WHERE documentSignature.documentId = \(documentID) AND documentSignature.personId = \(personID)
                AND (\(appID) IS NULL OR documentVersion.appId = \(appID))
            LIMIT 1
            """
        ) != nil
    }

    /// Whether a hash is that of a signed version of another document.
    func isSigned(_ hash: DocumentHash, elsewhereThan documentID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            "SELECT number FROM documentVersion WHERE hash = \(hash.text) AND signed = 1 AND documentId <> \(documentID) LIMIT 1"
        ) != nil
    }

    /// Every signature on a document, in the order of versions and then of the app.
    ///
    /// Where and on what it was drawn is read for the versions `numbers` only.
    func signatures(of documentID: String, opening numbers: Set<Int>, in tx: any ReadTransaction) throws -> [SignatureOnDocument] {
        try tx.rows("SELECT * FROM documentSignature WHERE documentId = \(documentID) ORDER BY number, position").map {
            try signature($0, opening: numbers, in: tx)
        }
    }

    /// The signatures on a document, by id, each with the number of its version; without what is sealed.
    func signatureNumbers(of documentID: String, in tx: any ReadTransaction) throws -> [(id: String, number: Int)] {
        try tx.rows("SELECT signatureId, number FROM documentSignature WHERE documentId = \(documentID) ORDER BY number, position").map {
            (try $0.get("signatureId"), try $0.get("number"))
        }
    }

    /// The document that a signature stands on; `nil` while it stands on none.
    func document(ofSignature id: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT documentId FROM documentSignature WHERE signatureId = \(id)")?.get("documentId")
    }

    /// The version of a document that a signature stands on; `nil` where it stands on none of them.
    func version(ofSignature id: String, on documentID: String, in tx: any ReadTransaction) throws -> Int? {
        try tx.first("SELECT number FROM documentSignature WHERE signatureId = \(id) AND documentId = \(documentID)")?.get("number")
    }

    /// The versions of a document that came with a person's signature.
    func versionsSigned(by personID: String, in documentID: String, tx: any ReadTransaction) throws -> Set<Int> {
        Set(
            try tx.rows("SELECT DISTINCT number FROM documentSignature WHERE documentId = \(documentID) AND personId = \(personID)").map {
                try $0.get("number")
            }
        )
    }

    private func version(_ row: Row, in tx: any ReadTransaction) throws -> VersionRecord {
        let documentID: String = try row.get("documentId")
        let number: Int = try row.get("number")
        return VersionRecord(
            documentID: documentID,
            number: number,
            previous: try row.find("previous"),
            hash: DocumentHash(stored: try row.get("hash")),
            isSigned: try row.get("signed"),
            personID: try row.get("personId"),
            appID: try row.get("appId"),
            saver: try seals.openSaver(try row.get("sealedSaver"), documentID: documentID, number: number, in: tx),
            at: try row.timestamp("at")
        )
    }

    private func signature(_ row: Row, opening numbers: Set<Int>, in tx: any ReadTransaction) throws -> SignatureOnDocument {
        let id: String = try row.get("signatureId")
        let documentID: String = try row.get("documentId")
        let personID: String = try row.get("personId")
        let number: Int = try row.get("number")
        return SignatureOnDocument(
            id: id,
            documentID: documentID,
            number: number,
            position: try row.get("position"),
            personID: personID,
            similarity: try row.get("similarity"),
            isMatch: try row.get("isMatch"),
            refusal: try row.find("refusal"),
            signer: try seals.openSigner(try row.get("sealedSigner"), documentID: documentID, signatureID: id, in: tx),
            circumstances: numbers.contains(number)
                ? try seals.openCircumstances(try row.get("sealedCircumstances"), of: personID, signatureID: id, in: tx) : nil,
            at: try row.timestamp("at")
        )
    }
}
