import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

/// What people do with the files that they keep here and those that they may read.
struct FileService: Sendable {
    let environment: FilesEnvironment

    /// A list that has pages, by its name in their cursors.
    private enum List: String { case files, trash }

    var store: FileStore { environment.store }

    /// A page of a person's files, newest first.
    func list(for personID: String, after cursor: String?) async throws -> Page<StoredFile> {
        let place = try cursor.map { try Self.place($0, in: .files) }
        return try await environment.database.read { [store] tx in
            let found = try store.list(for: personID, after: place, limit: FileLimits.page + 1, in: tx)
            return try page(found, of: .files, by: { $0.changedAt }, for: personID, in: tx)
        }
    }

    /// A page of what a person deleted and may restore, the latest first.
    func listTrashed(of personID: String, after cursor: String?) async throws -> Page<StoredFile> {
        let place = try cursor.map { try Self.place($0, in: .trash) }
        let since = environment.time.now().adding(seconds: -FileLimits.trashTime)
        return try await environment.database.read { [store] tx in
            let found = try store.trashed(of: personID, since: since, after: place, limit: FileLimits.page + 1, in: tx)
            return try page(found, of: .trash, by: { $0.trashedAt }, for: personID, in: tx)
        }
    }

    /// A page of what was found, which is one more where another page follows.
    private func page(
        _ found: [FileRecord],
        of list: List,
        by moment: (FileRecord) -> Timestamp?,
        for personID: String,
        in tx: any ReadTransaction
    ) throws -> Page<StoredFile> {
        let items = found.prefix(FileLimits.page)
        let last = found.count > items.count ? items.last : nil
        let next = last.flatMap { file in moment(file).map { PageCursor.text(of: list.rawValue, $0.milliseconds, file.id) } }
        return Page(items: try items.map { try view($0, for: personID, in: tx) }, next: next)
    }

    /// Announces a file.
    ///
    /// - Throws: a `Problem`: `malformed`, 413 `tooLarge`, 409 `tooManyFiles` or `quotaExceeded`.
    func start(_ start: FileUpload, by personID: String) async throws -> StoredFile {
        try FileName.check(start.name)
        guard start.size >= 1 else { throw Problem.invalid("size", .outOfRange, "must be at least 1") }
        guard start.size <= FileLimits.fileSize else { throw Problem.fileTooLarge }
        return try await environment.database.write { [environment, store] tx in
            guard let person = try environment.people.person(personID, in: tx), person.isActive else {
                throw Problem.unauthenticated()
            }
            let usage = try store.usage(of: personID, in: tx)
            guard usage.count < FileLimits.files else { throw Problem.tooManyFiles }
            guard usage.bytes + start.size <= FileLimits.bytes else {
                throw Problem.quotaExceeded(left: max(0, FileLimits.bytes - usage.bytes))
            }
            let file = FileRecord(ownerID: personID, name: start.name, size: start.size, at: environment.time.now())
            try store.insert(file, in: tx)
            return try view(file, for: personID, in: tx)
        }
    }

    /// One of a person's files.
    func find(_ fileID: String, for personID: String) async throws -> StoredFile {
        try await environment.database.read { [store] tx in
            guard let file = try store.find(fileID, readableBy: personID, in: tx) else { throw Problem.notFound("file") }
            return try view(file, for: personID, in: tx)
        }
    }

    /// Gives a file another name.
    ///
    /// - Throws: a `Problem`: 403 `notYours` for readers.
    func rename(_ fileID: String, to name: FileRename, by personID: String) async throws -> StoredFile {
        try FileName.check(name.name)
        return try await environment.database.write { [store] tx in
            let file = try own(fileID, of: personID, in: tx)
            if file.name != name.name { try store.rename(file, to: name.name, in: tx) }
            guard let renamed = try store.find(fileID, in: tx) else { throw Problem.notFound("file") }
            return try view(renamed, for: personID, in: tx)
        }
    }

    /// A file that is the person's own.
    ///
    /// - Throws: a `Problem`: 403 `notYours` for readers, 404 for all others.
    func own(_ fileID: String, of personID: String, in tx: any ReadTransaction) throws -> FileRecord {
        guard let file = try store.find(fileID, readableBy: personID, in: tx) else { throw Problem.notFound("file") }
        guard file.ownerID == personID else { throw Problem.notYours }
        return file
    }

    /// A file as a person sees it.
    func view(_ file: FileRecord, for personID: String, in tx: any ReadTransaction) throws -> StoredFile {
        try view(file, at: file.isComplete ? store.newestVersion(of: file.id, in: tx) : nil, changed: file.changedAt, for: personID, in: tx)
    }

    /// A file as it was when a version was new.
    func view(_ file: FileRecord, at version: FileVersion, for personID: String, in tx: any ReadTransaction) throws -> StoredFile {
        try view(file, at: version, changed: version.at, for: personID, in: tx)
    }

    private func view(_ file: FileRecord, at version: FileVersion?, changed: Timestamp, for personID: String, in tx: any ReadTransaction)
        throws -> StoredFile
    {
        let isOwn = file.ownerID == personID
        let readers = try version.map { _ in try store.readers(of: file.id, in: tx) }
        // Most files have no readers, and lists are long.
        let unsigned = try version.map { readers == [] ? [] : try store.unsignedReaders(of: file.id, upTo: $0.number, in: tx) }
        // One without a signature from here has no former signers, and nothing that a signer changed.
        let isSignedHere = version?.number ?? 0 > 1
        let former = try version.map { isSignedHere ? try store.formerSigners(of: file, upTo: $0.number, in: tx) : 0 }
        let isChanged = try version.map { try isSignedHere && store.isChanged(file.id, upTo: $0.number, in: tx) } ?? false
        let waiting = try isOwn ? (unsigned ?? []).prefix(3).compactMap { try environment.people.person($0, in: tx) } : []
        let waitsFor = try waiting.map { try store.name(of: $0, among: file.id, in: tx) }
        return StoredFile(
            id: file.id,
            name: file.name,
            size: version?.size ?? file.size,
            received: version?.size ?? file.received,
            hash: version?.hash,
            version: version?.number ?? 0,
            documentId: file.documentID,
            isOwn: isOwn,
            ownerName: try environment.people.person(file.ownerID, in: tx)?.name ?? "",
            signerName: version?.signatureID == nil ? nil : version?.person,
            signatures: version?.signatureCount?.signatures,
            openFields: version?.signatureCount?.openFields,
            isSignedByMe: try version.map { try isSigned(file, at: $0, by: personID, in: tx) } ?? false,
            invited: readers.map { $0.count + (former ?? 0) },
            unsigned: unsigned?.count,
            isChanged: isChanged ? true : nil,
            waitsFor: waitsFor.isEmpty ? nil : waitsFor,
            changedAt: changed,
            expiresAt: file.expiresAt
        )
    }

    /// Whether a person signed a version of a file: here, or before they brought it.
    private func isSigned(_ file: FileRecord, at version: FileVersion, by personID: String, in tx: any ReadTransaction) throws -> Bool {
        if try store.isSigned(file.id, by: personID, upTo: version.number, in: tx) { return true }
        guard file.ownerID == personID, version.signatureCount?.signatures != 0 else { return false }
        guard let first = try version.number == 1 ? version : store.version(1, of: file.id, in: tx) else { return false }
        return try environment.signatures.isSigned(hash: first.hash, by: personID, in: tx)
    }

    private static func place(_ cursor: String, in list: List) throws -> (Timestamp, String) {
        try PageCursor.read(cursor, of: list.rawValue) { (Timestamp(milliseconds: try $0.number()), try $0.id()) }
    }
}
