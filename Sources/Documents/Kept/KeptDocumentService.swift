import ParaphStorage
import ParaphWire
import ServerKit

/// What people do with the documents that they keep here and were let into.
struct KeptDocumentService: Sendable {
    let environment: DocumentsEnvironment

    private var store: KeptDocumentStore { environment.kept }

    /// A page of somebody's documents, newest first.
    func list(for personID: String, after cursor: String?) async throws -> Page<KeptDocument> {
        let place = try cursor.map(Self.place)
        return try await environment.database.read { [store] tx in
            let found = try store.list(for: personID, after: place, limit: KeptLimits.page + 1, in: tx)
            let items = found.prefix(KeptLimits.page)
            let next = found.count > items.count ? items.last.map { "\($0.changedAt.milliseconds).\($0.id)" } : nil
            return Page(items: try items.map { try view($0, for: personID, in: tx) }, next: next)
        }
    }

    /// Announces a file.
    ///
    /// - Throws: a `Problem`: `malformed`, 413 `tooLarge`, 409 `tooManyDocuments` or `quotaExceeded`.
    func start(_ start: KeptDocumentStart, by personID: String) async throws -> KeptDocument {
        try KeptName.check(start.name)
        guard start.size >= 1 else { throw Problem.invalid("size", "outOfRange", "must be at least 1") }
        guard start.size <= KeptLimits.fileSize else { throw Problem.fileTooLarge }
        return try await environment.database.write { [environment, store] tx in
            guard let person = try environment.signatories.person(personID, in: tx), person.isActive else {
                throw Problem.unauthenticated()
            }
            let usage = try store.usage(of: personID, in: tx)
            guard usage.count < KeptLimits.documents else { throw Problem.tooManyDocuments }
            guard usage.bytes + start.size <= KeptLimits.bytes else {
                throw Problem.quotaExceeded(left: max(0, KeptLimits.bytes - usage.bytes))
            }
            let document = KeptDocumentRecord(ownerID: personID, name: start.name, size: start.size, at: environment.time.now())
            try store.insert(document, in: tx)
            return try view(document, for: personID, in: tx)
        }
    }

    /// One of somebody's documents.
    func find(_ keptID: String, for personID: String) async throws -> KeptDocument {
        try await environment.database.read { [store] tx in
            guard let document = try store.find(keptID, readableBy: personID, in: tx) else { throw Problem.notFound("document") }
            return try view(document, for: personID, in: tx)
        }
    }

    /// Gives a document another name.
    ///
    /// - Throws: a `Problem`: 403 `notYours` for who was let in.
    func rename(_ keptID: String, to name: KeptDocumentName, by personID: String) async throws -> KeptDocument {
        try KeptName.check(name.name)
        return try await environment.database.write { [environment, store] tx in
            let document = try own(keptID, of: personID, in: tx)
            if document.name != name.name { try store.rename(document, to: name.name, at: environment.time.now(), in: tx) }
            guard let renamed = try store.find(keptID, in: tx) else { throw Problem.notFound("document") }
            return try view(renamed, for: personID, in: tx)
        }
    }

    /// Deletes a document with every version; who was let in leaves it instead.
    func delete(_ keptID: String, by personID: String) async throws {
        let blobs = try await environment.database.write { [environment, store] tx -> [BlobAddress] in
            let now = environment.time.now()
            guard try store.find(keptID, ownedBy: personID, in: tx) != nil else {
                guard try store.removeReader(personID, from: keptID, in: tx) else { throw Problem.notFound("document") }
                try AuditStore.append(.keptDocumentLeft, actor: personID, subject: keptID, at: now, in: tx)
                return []
            }
            try AuditStore.append(.keptDocumentDeleted, actor: personID, subject: keptID, at: now, in: tx)
            try environment.people.note(.removed, by: personID, in: tx)
            return try store.delete(keptID, at: now, in: tx)
        }
        await environment.contents.discard(blobs)
    }

    /// A document that is the person's own.
    ///
    /// - Throws: a `Problem`: 403 `notYours` for who was let in, 404 for everybody else.
    func own(_ keptID: String, of personID: String, in tx: any ReadTransaction) throws -> KeptDocumentRecord {
        guard let document = try store.find(keptID, readableBy: personID, in: tx) else { throw Problem.notFound("document") }
        guard document.ownerID == personID else { throw Problem.notYours }
        return document
    }

    /// A document as it is shown to somebody.
    func view(_ document: KeptDocumentRecord, for personID: String, in tx: any ReadTransaction) throws -> KeptDocument {
        let newest = document.isComplete ? try store.newestVersion(of: document.id, in: tx) : nil
        return KeptDocument(
            id: document.id,
            name: document.name,
            size: document.size,
            received: document.received,
            hash: newest?.hash.text,
            version: document.version,
            document: document.documentID,
            isOwn: document.ownerID == personID,
            owner: try environment.signatories.person(document.ownerID, in: tx)?.name ?? "",
            signer: newest?.signatureID == nil ? nil : newest?.person,
            signatures: newest?.facts?.signatures,
            openFields: newest?.facts?.openFields,
            isSignedByMe: try store.isSigned(document.id, by: personID, upTo: document.version, in: tx),
            changed: document.changedAt
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

extension AuditStore.Action {
    static let keptDocumentDeleted = Self(rawValue: "keptDocumentDeleted")
    static let keptDocumentLeft = Self(rawValue: "keptDocumentLeft")
    static let keptDocumentShared = Self(rawValue: "keptDocumentShared")
    static let keptDocumentUnshared = Self(rawValue: "keptDocumentUnshared")
}
