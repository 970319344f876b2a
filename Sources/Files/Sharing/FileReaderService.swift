import ParaphStorage
import ParaphWire
import ServerKit

/// Lets readers into files, and takes them out.
struct FileReaderService: Sendable {
    let environment: FilesEnvironment

    private var store: FileStore { environment.store }
    private var files: FileService { FileService(environment: environment) }

    /// The readers, in the order in which they were added.
    func list(of fileID: String, for personID: String) async throws -> Page<FileReader> {
        try await environment.database.read { [environment, store, files] tx in
            _ = try files.own(fileID, of: personID, in: tx)
            let readers = try store.readers(of: fileID, in: tx).compactMap { try environment.people.person($0, in: tx) }
            return Page(items: try readers.map { try reader($0, of: fileID, in: tx) })
        }
    }

    /// Lets a reader in and tells them by mail; one who is in already is not told again.
    ///
    /// Whether an address has an account is told, to people who are signed in and a few times an hour: readers could not be shown
    /// otherwise. Their name is not, until they open the file. A reader who left it is not let in again, and few files of one owner wait unopened, so that
    /// no owner fills another person's list.
    /// - Throws: a `Problem`: 404 `noAccount`, 409 `incomplete`, `tooManyReaders`, `readerLeft` or `tooManyUnopened`, 429 `tooManyInvitations`.
    func invite(_ invitation: FileInvitation, to fileID: String, by personID: String) async throws -> FileReader {
        guard (1...254).contains(invitation.email.utf8.count), !invitation.email.utf8.contains(0) else {
            throw Problem.invalid("email", .malformed, "is not an address that mail can be sent to")
        }
        // A try counts even where it is refused, so the refusal is thrown once it is committed.
        let outcome = try await environment.database.write { tx in try invite(invitation.email, to: fileID, by: personID, in: tx) }
        return try outcome.get()
    }

    private func invite(_ email: String, to fileID: String, by personID: String, in tx: any WriteTransaction) throws
        -> Result<FileReader, Problem>
    {
        let now = environment.time.now()
        let file = try files.own(fileID, of: personID, in: tx)
        guard file.isComplete else { return .failure(.incomplete) }
        guard try FileCounter.invitations.count(by: personID, at: now, in: tx) else {
            return .failure(.tooMany(.tooManyInvitations, retryAfter: 3600))
        }
        guard let person = try environment.people.person(email: email, in: tx) else { return .failure(.noAccount) }
        let reader = try reader(person, of: fileID, in: tx)
        guard reader.id != personID else { return .failure(.invalid("email", .own, "is your own; you are this file's owner")) }
        if try store.isReader(reader.id, of: fileID, in: tx) { return .success(reader) }
        guard try store.readers(of: fileID, in: tx).count < FileLimits.readers else { return .failure(.tooManyReaders) }
        guard try !store.hasLeft(fileID, reader.id, in: tx) else { return .failure(.readerLeft) }
        guard try store.unopened(of: personID, for: reader.id, in: tx) < FileLimits.unopened else { return .failure(.tooManyUnopened) }
        _ = try store.addReader(reader.id, to: fileID, at: now, in: tx)
        if let owner = try environment.people.person(personID, in: tx) {
            let notice = FileNotice.invitation(owner: owner.name, SharedFile(id: fileID, name: file.name))
            try environment.people.send(notice, to: reader.id, causedBy: personID, in: tx)
        }
        try AuditStore.append(.fileShared, actor: personID, subject: fileID, details: ["reader": reader.id], at: now, in: tx)
        let shared = ActivitySubject(.init(.file, fileID), otherID: reader.id, otherIsAddress: true)
        try environment.people.note(.fileShared, of: personID, about: shared, in: tx)
        try environment.people.note(.fileInvited, of: reader.id, about: ActivitySubject(.init(.file, fileID), otherID: personID), in: tx)
        return .success(reader)
    }

    /// A reader as the owner sees them: by the address that they were let in by, and by their name once they opened the file.
    private func reader(_ person: FilePerson, of fileID: String, in tx: any ReadTransaction) throws -> FileReader {
        FileReader(id: person.id, name: try store.name(of: person, among: fileID, in: tx), email: person.email)
    }

    /// Takes a reader out.
    func dismiss(_ readerID: String, from fileID: String, by personID: String) async throws {
        try await environment.database.write { [environment, store, files] tx in
            _ = try files.own(fileID, of: personID, in: tx)
            let isNamed = try store.hasOpened(fileID, readerID, in: tx)
            let now = environment.time.now()
            guard try store.removeReader(readerID, from: fileID, at: now, in: tx) else { throw Problem.notFound("reader") }
            try AuditStore.append(.fileUnshared, actor: personID, subject: fileID, details: ["reader": readerID], at: now, in: tx)
            let unshared = ActivitySubject(.init(.file, fileID), otherID: readerID, otherIsAddress: !isNamed)
            try environment.people.note(.fileUnshared, of: personID, about: unshared, in: tx)
        }
    }
}
