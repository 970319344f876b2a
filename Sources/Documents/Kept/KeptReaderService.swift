import ParaphStorage
import ParaphWire
import ServerKit

/// Lets people into documents, and lets them in no more.
struct KeptReaderService: Sendable {
    let environment: DocumentsEnvironment

    private var store: KeptDocumentStore { environment.kept }
    private var documents: KeptDocumentService { KeptDocumentService(environment: environment) }

    /// Who was let in, in that order.
    func list(of keptID: String, for personID: String) async throws -> Page<KeptDocumentReader> {
        try await environment.database.read { [environment, store, documents] tx in
            _ = try documents.own(keptID, of: personID, in: tx)
            return Page(items: try store.readers(of: keptID, in: tx).compactMap { try environment.people.reader($0, in: tx) })
        }
    }

    /// Lets somebody in and tells them by mail; who is in already is not told again.
    ///
    /// Whether an address has an account is told, to people who are signed in and a few times an hour: who is let in could not be shown
    /// otherwise.
    /// - Throws: a `Problem`: 404 `noAccount`, 409 `incomplete` or `tooManyReaders`, 429 `tooManyInvitations`.
    func invite(_ invitation: KeptDocumentInvitation, to keptID: String, by personID: String) async throws -> KeptDocumentReader {
        guard (1...254).contains(invitation.email.utf8.count), !invitation.email.utf8.contains(0) else {
            throw Problem.invalid("email", "malformed", "is not an address that mail can be sent to")
        }
        // A try counts even where it is refused, so the refusal is thrown once it is committed.
        let outcome = try await environment.database.write { tx in try invite(invitation.email, to: keptID, by: personID, in: tx) }
        return try outcome.get()
    }

    private func invite(_ email: String, to keptID: String, by personID: String, in tx: any WriteTransaction) throws
        -> Result<KeptDocumentReader, Problem>
    {
        let now = environment.time.now()
        let document = try documents.own(keptID, of: personID, in: tx)
        guard document.isComplete else { return .failure(.incomplete) }
        guard try KeptCounter.invitations.count(by: personID, at: now, in: tx) else {
            return .failure(.tooMany(.tooManyInvitations, retryAfter: 3600))
        }
        guard let reader = try environment.people.reader(email: email, in: tx) else { return .failure(.noAccount) }
        guard reader.id != personID else { return .failure(.invalid("email", "own", "is your own; you keep this document")) }
        if try store.isReader(reader.id, of: keptID, in: tx) { return .success(reader) }
        guard try store.readers(of: keptID, in: tx).count < KeptLimits.readers else { return .failure(.tooManyReaders) }
        _ = try store.addReader(reader.id, to: keptID, at: now, in: tx)
        try environment.people.tell(reader.id, invitedBy: personID, to: keptID, named: document.name, in: tx)
        try AuditStore.append(.keptDocumentShared, actor: personID, subject: keptID, details: ["reader": reader.id], at: now, in: tx)
        try environment.people.note(.shared, by: personID, in: tx)
        return .success(reader)
    }

    /// Lets somebody in no more.
    func dismiss(_ readerID: String, from keptID: String, by personID: String) async throws {
        try await environment.database.write { [environment, store, documents] tx in
            _ = try documents.own(keptID, of: personID, in: tx)
            guard try store.removeReader(readerID, from: keptID, in: tx) else { throw Problem.notFound("reader") }
            let now = environment.time.now()
            try AuditStore.append(.keptDocumentUnshared, actor: personID, subject: keptID, details: ["reader": readerID], at: now, in: tx)
            try environment.people.note(.unshared, by: personID, in: tx)
        }
    }
}
