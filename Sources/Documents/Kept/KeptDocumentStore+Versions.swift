import ParaphStorage
import ParaphWire
import ServerKit

extension KeptDocumentStore {
    /// Adds a piece to a file on its way, if it begins where the file ends so far, and claims its blob.
    ///
    /// - Returns: whether it was added; nothing is written where it was not.
    func add(_ piece: SealedContent, to keptID: String, at start: Int, in tx: any WriteTransaction) throws -> Bool {
        let row = try tx.first(
            """
            UPDATE keptDocument SET received = received + \(piece.size), partCount = partCount + 1
            WHERE id = \(keptID) AND version = 0 AND received = \(start) AND received + \(piece.size) <= size
            RETURNING partCount
            """
        )
        guard let row else { return false }
        try insert(piece, number: try row.get("partCount"), start: start, keptID: keptID, in: tx)
        return true
    }

    /// Makes a file that is here whole the document's first version.
    func complete(
        _ keptID: String,
        hash: DocumentHash,
        facts: KeptFacts? = nil,
        by person: Signatory,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        let row = try tx.first(
            """
            UPDATE keptDocument SET version = 1, changedAt = \(now.milliseconds)
            WHERE id = \(keptID) AND version = 0 AND received = size RETURNING partCount, size
            """
        )
        guard let row else { throw StorageError(.unexpectedValue, "a kept document was completed that is not whole") }
        let version = KeptVersion(
            keptID: keptID,
            number: 1,
            partCount: try row.get("partCount"),
            size: try row.get("size"),
            hash: hash,
            signatureID: nil,
            personID: person.id,
            person: person.name,
            at: now,
            facts: facts
        )
        try insert(version, in: tx)
        try noteChange(of: keptID, in: tx)
    }

    /// Adds a part and the version that ends with it, if the version before is still the newest, and claims the part's blob.
    ///
    /// - Parameters:
    ///   - part: What the signature appended to the file, stored by ``KeptContents``.
    ///   - previous: The version that it was appended to.
    ///   - hash: The SHA-256 of the whole file with it.
    ///   - documentID: The document's id in the registry.
    ///   - signatureID: The signature.
    ///   - facts: How far the file is signed with it.
    ///   - person: Who signed.
    ///   - now: The moment.
    ///   - tx: Where the signature is taken note of too.
    /// - Returns: the version; `nil`, with nothing written, where another came meanwhile or the document is gone.
    /// - Throws: a `Problem`: `unavailable` where the blob was swept meanwhile, `documentFull` where signatures take too many bytes.
    func append(
        _ part: SealedContent,
        to previous: KeptVersion,
        hash: DocumentHash,
        documentID: String,
        signatureID: String,
        facts: KeptFacts? = nil,
        person: Signatory,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> KeptVersion? {
        let version = KeptVersion(
            keptID: previous.keptID,
            number: previous.number + 1,
            partCount: previous.partCount + 1,
            size: previous.size + part.size,
            hash: hash,
            signatureID: signatureID,
            personID: person.id,
            person: person.name,
            at: now,
            facts: facts
        )
        let first = try tx.first("SELECT size FROM keptVersion WHERE keptId = \(previous.keptID) AND number = 1")
        let original = try first?.get("size", as: Int.self) ?? previous.size
        guard version.size - original <= KeptLimits.signatures else { throw Problem.documentFull }
        let changed = try tx.execute(
            """
            UPDATE keptDocument SET version = \(version.number), partCount = \(version.partCount), size = \(version.size),
                received = \(version.size), documentId = \(documentID), changedAt = \(now.milliseconds)
            WHERE id = \(previous.keptID) AND version = \(previous.number)
            """
        )
        guard changed == 1 else { return nil }
        try insert(part, number: version.partCount, start: previous.size, keptID: version.keptID, in: tx)
        try insert(version, in: tx)
        try noteChange(of: version.keptID, in: tx)
        return version
    }

    /// A version by its number; `nil` where there is none.
    func version(_ number: Int, of keptID: String, in tx: any ReadTransaction) throws -> KeptVersion? {
        try tx.first("SELECT * FROM keptVersion WHERE keptId = \(keptID) AND number = \(number)").map { try version($0, in: tx) }
    }

    /// The newest version; `nil` while the file is on its way.
    func newestVersion(of keptID: String, in tx: any ReadTransaction) throws -> KeptVersion? {
        try tx.first("SELECT * FROM keptVersion WHERE keptId = \(keptID) ORDER BY number DESC LIMIT 1").map { try version($0, in: tx) }
    }

    /// Every version, oldest first.
    func versions(of keptID: String, in tx: any ReadTransaction) throws -> [KeptVersion] {
        try tx.rows("SELECT * FROM keptVersion WHERE keptId = \(keptID) ORDER BY number").map { try version($0, in: tx) }
    }

    /// Whether a person signed one of the versions up to some number.
    func isSigned(_ keptID: String, by personID: String, upTo number: Int, in tx: any ReadTransaction) throws -> Bool {
        let row = try tx.first(
            """
            SELECT number FROM keptVersion
            WHERE keptId = \(keptID) AND number <= \(number) AND personId = \(personID) AND signatureId IS NOT NULL LIMIT 1
            """
        )
        return row != nil
    }

    /// The version that a signature came with.
    func version(ofSignature signatureID: String, in tx: any ReadTransaction) throws -> KeptVersion? {
        try tx.first("SELECT * FROM keptVersion WHERE signatureId = \(signatureID)").map { try version($0, in: tx) }
    }

    /// The parts that hold a range of a version's bytes, in order; without a range, all its parts.
    func parts(of version: KeptVersion, holding range: Range<Int>? = nil, in tx: any ReadTransaction) throws -> [KeptPart] {
        try parts(of: version.keptID, upTo: version.partCount, holding: range ?? 0..<version.size, in: tx)
    }

    /// The parts that are here of a file on its way, in order.
    func parts(of document: KeptDocumentRecord, in tx: any ReadTransaction) throws -> [KeptPart] {
        try parts(of: document.id, upTo: document.partCount, holding: 0..<document.received, in: tx)
    }

    /// The piece of the file as it came that is here last; `nil` where none is.
    func lastPiece(of document: KeptDocumentRecord, in tx: any ReadTransaction) throws -> KeptPart? {
        let count = document.isComplete ? try version(1, of: document.id, in: tx)?.partCount ?? 0 : document.partCount
        let rows = try tx.rows("SELECT * FROM keptPart WHERE keptId = \(document.id) AND number = \(count)")
        return try parts(rows, of: document.id, in: tx).first
    }

    private func parts(of keptID: String, upTo count: Int, holding range: Range<Int>, in tx: any ReadTransaction) throws -> [KeptPart] {
        let rows = try tx.rows(
            """
            SELECT * FROM keptPart
            WHERE keptId = \(keptID) AND number <= \(count) AND start < \(range.upperBound) AND start + size > \(range.lowerBound)
            ORDER BY number
            """
        )
        return try parts(rows, of: keptID, in: tx)
    }

    private func parts(_ rows: [Row], of keptID: String, in tx: any ReadTransaction) throws -> [KeptPart] {
        guard !rows.isEmpty else { return [] }
        let numbers = try rows.map { try $0.get("number", as: Int.self) }
        let sealed = try rows.map { try $0.get("sealedKey", as: [UInt8].self) }
        let secrets = try seals.openSecrets(Array(zip(numbers, sealed)), keptID: keptID, in: tx)
        return try rows.indices.map { index in
            let start: Int = try rows[index].get("start")
            return KeptPart(
                number: numbers[index],
                range: start..<start + (try rows[index].get("size")),
                address: try rows[index].get("address"),
                secret: secrets[index]
            )
        }
    }

    private func insert(_ part: SealedContent, number: Int, start: Int, keptID: String, in tx: any WriteTransaction) throws {
        let secret = KeptPart.Secret(key: part.key, digest: part.digest)
        let sealed = try seals.sealSecret(secret, number: number, keptID: keptID, in: tx)
        try OrphanedBlobStore.claim(part.address, in: tx)
        try tx.execute(
            """
            INSERT INTO keptPart (keptId, number, start, size, address, sealedKey)
            VALUES (\(keptID), \(number), \(start), \(part.size), \(part.address), \(sealed))
            """
        )
    }

    private func insert(_ version: KeptVersion, in tx: any WriteTransaction) throws {
        let person = try seals.sealPerson(version.person, number: version.number, keptID: version.keptID, in: tx)
        try tx.execute(
            """
            INSERT INTO keptVersion (
                keptId, number, partCount, size, hash, signatureId, personId, sealedPerson, at, signatures, openFields
            )
            VALUES (\(version.keptID), \(version.number), \(version.partCount), \(version.size), \(version.hash.text),
                \(version.signatureID), \(version.personID), \(person), \(version.at.milliseconds),
                \(version.facts?.signatures), \(version.facts?.openFields))
            """
        )
    }

    private func version(_ row: Row, in tx: any ReadTransaction) throws -> KeptVersion {
        let (keptID, number): (String, Int) = (try row.get("keptId"), try row.get("number"))
        return KeptVersion(
            keptID: keptID,
            number: number,
            partCount: try row.get("partCount"),
            size: try row.get("size"),
            hash: DocumentHash(stored: try row.get("hash")),
            signatureID: try row.find("signatureId"),
            personID: try row.get("personId"),
            person: try seals.openPerson(try row.get("sealedPerson"), number: number, keptID: keptID, in: tx),
            at: Timestamp(milliseconds: try row.get("at")),
            facts: try KeptFacts(row)
        )
    }
}
