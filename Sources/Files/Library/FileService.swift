import ParaphPDF
import ParaphStorage
import ParaphWire
import ServerKit

/// What people do with the files that they keep here and those that they may read.
struct FileService: Sendable {
    let environment: FilesEnvironment

    private var store: FileStore { environment.store }

    /// A page of a person's files, newest first.
    func list(for personID: String, after cursor: String?) async throws -> Page<StoredFile> {
        let place = try cursor.map(Self.place)
        return try await environment.database.read { [store] tx in
            let found = try store.list(for: personID, after: place, limit: FileLimits.page + 1, in: tx)
            let items = found.prefix(FileLimits.page)
            let next = found.count > items.count ? items.last.map { "\($0.changedAt.milliseconds).\($0.id)" } : nil
            return Page(items: try items.map { try view($0, for: personID, in: tx) }, next: next)
        }
    }

    /// Announces a file.
    ///
    /// - Throws: a `Problem`: `malformed`, 413 `tooLarge`, 409 `tooManyFiles` or `quotaExceeded`.
    func start(_ start: FileUpload, by personID: String) async throws -> StoredFile {
        try FileName.check(start.name)
        guard start.size >= 1 else { throw Problem.invalid("size", "outOfRange", "must be at least 1") }
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

    /// Deletes a file with every version; a reader leaves it instead.
    ///
    /// Of one that is signed, or that others may read, its owner is told by mail, once for all that they delete within some minutes: a session is
    /// enough for it, and nothing brings it back. Its readers are told at once.
    func delete(_ fileID: String, by personID: String) async throws {
        let blobs = try await environment.database.write { [environment, store] tx -> [BlobAddress] in
            let now = environment.time.now()
            guard let file = try store.find(fileID, ownedBy: personID, in: tx) else {
                guard try store.leave(fileID, by: personID, at: now, in: tx) else { throw Problem.notFound("file") }
                try AuditStore.append(.fileLeft, actor: personID, subject: fileID, at: now, in: tx)
                return []
            }
            try AuditStore.append(.fileDeleted, actor: personID, subject: fileID, at: now, in: tx)
            try environment.people.note(.fileRemoved, of: personID, about: ActivitySubject(), in: tx)
            let readers = try store.readers(of: fileID, in: tx)
            if file.documentID != nil || !readers.isEmpty { try store.noteRemoval(by: personID, at: now, in: tx) }
            if !readers.isEmpty, let owner = try environment.people.person(personID, in: tx) {
                let notice = FileNotice.withdrawn(owner: owner.name, SharedFile(id: fileID, name: file.name))
                for reader in readers { try environment.people.send(notice, to: reader, causedBy: personID, in: tx) }
            }
            return try store.delete(fileID, at: now, in: tx)
        }
        await environment.contents.discard(blobs)
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
            isSignedByMe: try store.isSigned(file.id, by: personID, upTo: version?.number ?? 0, in: tx),
            invited: readers?.count,
            unsigned: unsigned?.count,
            waitsFor: waitsFor.isEmpty ? nil : waitsFor,
            changedAt: changed
        )
    }

    private static func place(_ cursor: String) throws -> (Timestamp, String) {
        let parts = cursor.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let at = Int64(parts[0]), parts[1].utf8.count == 32, !parts[1].utf8.contains(0) else {
            throw Problem.invalid("after", "malformed", "is not the next of a page")
        }
        return (Timestamp(milliseconds: at), String(parts[1]))
    }
}
