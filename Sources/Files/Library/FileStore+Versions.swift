import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

extension FileStore {
    /// Adds a piece to a file on its way, if it begins where the file ends so far, and claims its blob.
    ///
    /// - Returns: whether it was added; nothing is written where it was not.
    func add(_ piece: SealedContent, to fileID: String, at start: Int, in tx: any WriteTransaction) throws -> Bool {
        let row = try tx.first(
            """
            UPDATE file SET received = received + \(piece.size), partCount = partCount + 1
            WHERE id = \(fileID) AND version = 0 AND received = \(start) AND received + \(piece.size) <= size
            RETURNING partCount
            """
        )
        guard let row else { return false }
        try insert(piece, number: try row.get("partCount"), start: start, fileID: fileID, in: tx)
        return true
    }

    /// Makes a file that is here whole its own first version.
    func complete(
        _ fileID: String,
        hash: String,
        signatureCount: PDFSignatureCount? = nil,
        by person: FilePerson,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        let row = try tx.first(
            """
            UPDATE file SET version = 1, changedAt = \(now)
            WHERE id = \(fileID) AND version = 0 AND received = size RETURNING partCount, size
            """
        )
        guard let row else { throw StorageError(.unexpectedValue, "a file was completed that is not whole") }
        let version = FileVersion(
            fileID: fileID,
            number: 1,
            partCount: try row.get("partCount"),
            size: try row.get("size"),
            hash: hash,
            signatureID: nil,
            personID: person.id,
            person: person.name,
            at: now,
            signatureCount: signatureCount,
            isOnFreePaper: false,
            isReplacing: false
        )
        try insert(version, in: tx)
        try noteChange(of: fileID, in: tx)
    }

    /// Adds a part and the version that ends with it, if the version before is still the newest, and claims the part's blob.
    ///
    /// - Parameters:
    ///   - part: What the signature appended to the file, stored by ``FileContents``.
    ///   - previous: The version that it was appended to.
    ///   - hash: The SHA-256 of the whole file with it.
    ///   - documentID: The registry's id of the document that the file is.
    ///   - signatureID: The signature.
    ///   - signatureCount: How far the file is signed with it.
    ///   - isOnFreePaper: Whether the part is a signature on free paper and nothing else.
    ///   - isReplacing: Whether it replaces a value of the form that an earlier signer has read.
    ///   - person: Who signed.
    ///   - now: The moment.
    ///   - tx: Where the signature is taken note of too.
    /// - Returns: the version; `nil`, with nothing written, where another came meanwhile or the file is gone.
    /// - Throws: a `Problem`: `unavailable` where the blob was swept meanwhile, `fileFull` where signatures take too many bytes.
    func append(
        _ part: SealedContent,
        to previous: FileVersion,
        hash: String,
        documentID: String,
        signatureID: String,
        signatureCount: PDFSignatureCount? = nil,
        isOnFreePaper: Bool = false,
        isReplacing: Bool = false,
        person: FilePerson,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> FileVersion? {
        let version = FileVersion(
            fileID: previous.fileID,
            number: previous.number + 1,
            partCount: previous.partCount + 1,
            size: previous.size + part.size,
            hash: hash,
            signatureID: signatureID,
            personID: person.id,
            person: person.name,
            at: now,
            signatureCount: signatureCount,
            isOnFreePaper: isOnFreePaper,
            isReplacing: isReplacing
        )
        try requireRoom(for: part.size, on: previous.fileID, size: previous.size, in: tx)
        let changed = try tx.execute(
            """
            UPDATE file SET version = \(version.number), partCount = \(version.partCount), size = \(version.size),
                received = \(version.size), documentId = \(documentID), changedAt = \(now)
            WHERE id = \(previous.fileID) AND version = \(previous.number) AND trashedAt IS NULL
            """
        )
        guard changed == 1 else { return nil }
        try insert(part, number: version.partCount, start: previous.size, fileID: version.fileID, in: tx)
        try insert(version, in: tx)
        try noteChange(of: version.fileID, in: tx)
        return version
    }

    /// Throws `fileFull` unless signatures may add so many bytes to a file that has `size` now.
    func requireRoom(for count: Int, on fileID: String, size: Int, in tx: any ReadTransaction) throws {
        let first = try tx.first("SELECT size FROM fileVersion WHERE fileId = \(fileID) AND number = 1")
        let original = try first?.get("size", as: Int.self) ?? size
        guard size + count - original <= FileLimits.signatures else { throw Problem.fileFull }
    }

    /// A version by its number; `nil` where there is none.
    func version(_ number: Int, of fileID: String, in tx: any ReadTransaction) throws -> FileVersion? {
        try tx.first("SELECT * FROM fileVersion WHERE fileId = \(fileID) AND number = \(number)").map { try version($0, in: tx) }
    }

    /// The newest version; `nil` while the file is on its way.
    func newestVersion(of fileID: String, in tx: any ReadTransaction) throws -> FileVersion? {
        try tx.first("SELECT * FROM fileVersion WHERE fileId = \(fileID) ORDER BY number DESC LIMIT 1").map { try version($0, in: tx) }
    }

    /// Every version, oldest first.
    func versions(of fileID: String, in tx: any ReadTransaction) throws -> [FileVersion] {
        try tx.rows("SELECT * FROM fileVersion WHERE fileId = \(fileID) ORDER BY number").map { try version($0, in: tx) }
    }

    /// Whether a person signed one of the versions up to some number.
    func isSigned(_ fileID: String, by personID: String, upTo number: Int, in tx: any ReadTransaction) throws -> Bool {
        let row = try tx.first(
            """
            SELECT number FROM fileVersion
            WHERE fileId = \(fileID) AND number <= \(number) AND personId = \(personID) AND signatureId IS NOT NULL LIMIT 1
            """
        )
        return row != nil
    }

    /// Whether a signer replaced, in one of the versions up to some number, a value of the form that an earlier signer had read.
    func isChanged(_ fileID: String, upTo number: Int, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT number FROM fileVersion WHERE fileId = \(fileID) AND number <= \(number) AND replacing = 1 LIMIT 1") != nil
    }

    /// The version that a signature came with.
    func version(ofSignature signatureID: String, in tx: any ReadTransaction) throws -> FileVersion? {
        try tx.first("SELECT * FROM fileVersion WHERE signatureId = \(signatureID)").map { try version($0, in: tx) }
    }

    /// The parts that hold a range of a version's bytes, in order; without a range, all its parts.
    func parts(of version: FileVersion, holding range: Range<Int>? = nil, in tx: any ReadTransaction) throws -> [FilePart] {
        try parts(of: version.fileID, upTo: version.partCount, holding: range ?? 0..<version.size, in: tx)
    }

    /// The parts that are here of a file on its way, in order.
    func parts(of file: FileRecord, in tx: any ReadTransaction) throws -> [FilePart] {
        try parts(of: file.id, upTo: file.partCount, holding: 0..<file.received, in: tx)
    }

    /// The piece of the file as it came that is here last; `nil` where none is.
    func lastPiece(of file: FileRecord, in tx: any ReadTransaction) throws -> FilePart? {
        let count = file.isComplete ? try version(1, of: file.id, in: tx)?.partCount ?? 0 : file.partCount
        let rows = try tx.rows("SELECT * FROM filePart WHERE fileId = \(file.id) AND number = \(count)")
        return try parts(rows, of: file.id, in: tx).first
    }

    private func parts(of fileID: String, upTo count: Int, holding range: Range<Int>, in tx: any ReadTransaction) throws -> [FilePart] {
        let rows = try tx.rows(
            """
            SELECT * FROM filePart
            WHERE fileId = \(fileID) AND number <= \(count) AND start < \(range.upperBound) AND start + size > \(range.lowerBound)
            ORDER BY number
            """
        )
        return try parts(rows, of: fileID, in: tx)
    }

    private func parts(_ rows: [Row], of fileID: String, in tx: any ReadTransaction) throws -> [FilePart] {
        guard !rows.isEmpty else { return [] }
        let numbers = try rows.map { try $0.get("number", as: Int.self) }
        let sealed = try rows.map { try $0.get("sealedKey", as: [UInt8].self) }
        let secrets = try seals.openSecrets(Array(zip(numbers, sealed)), fileID: fileID, in: tx)
        return try rows.indices.map { index in
            let start: Int = try rows[index].get("start")
            return FilePart(
                number: numbers[index],
                range: start..<start + (try rows[index].get("size")),
                address: try rows[index].get("address"),
                secret: secrets[index]
            )
        }
    }

    private func insert(_ part: SealedContent, number: Int, start: Int, fileID: String, in tx: any WriteTransaction) throws {
        let secret = FilePart.Secret(key: part.key, digest: part.digest)
        let sealed = try seals.sealSecret(secret, number: number, fileID: fileID, in: tx)
        try OrphanedBlobStore.claim(part.address, in: tx)
        try tx.execute(
            """
            INSERT INTO filePart (fileId, number, start, size, address, sealedKey)
            VALUES (\(fileID), \(number), \(start), \(part.size), \(part.address), \(sealed))
            """
        )
    }

    private func insert(_ version: FileVersion, in tx: any WriteTransaction) throws {
        let person = try seals.sealPerson(version.person, number: version.number, fileID: version.fileID, in: tx)
        try tx.execute(
            """
            INSERT INTO fileVersion (
                fileId, number, partCount, size, hash, signatureId, personId, sealedPerson, at, signatures, openFields, onFreePaper,
                replacing
            )
            VALUES (\(version.fileID), \(version.number), \(version.partCount), \(version.size), \(version.hash),
                \(version.signatureID), \(version.personID), \(person), \(version.at),
                \(version.signatureCount?.signatures), \(version.signatureCount?.openFields), \(version.isOnFreePaper),
                \(version.isReplacing))
            """
        )
    }

    private func version(_ row: Row, in tx: any ReadTransaction) throws -> FileVersion {
        let (fileID, number): (String, Int) = (try row.get("fileId"), try row.get("number"))
        return FileVersion(
            fileID: fileID,
            number: number,
            partCount: try row.get("partCount"),
            size: try row.get("size"),
            hash: try row.get("hash"),
            signatureID: try row.find("signatureId"),
            personID: try row.get("personId"),
            person: try seals.openPerson(try row.get("sealedPerson"), number: number, fileID: fileID, in: tx),
            at: try row.timestamp("at"),
            signatureCount: try PDFSignatureCount(row),
            isOnFreePaper: try row.get("onFreePaper"),
            isReplacing: try row.get("replacing")
        )
    }
}
