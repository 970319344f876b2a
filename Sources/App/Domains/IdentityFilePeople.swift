import Files
import Identity
import ParaphStorage
import ParaphWire
import ServerKit

/// The owners and readers of files, from Identity.
struct IdentityFilePeople: FilePeople {
    let witness: SignatureWitness

    func person(email: String, in tx: any ReadTransaction) throws -> FilePerson? {
        try witness.account(email: email, in: tx).map(Self.person)
    }

    func person(_ id: String, in tx: any ReadTransaction) throws -> FilePerson? {
        try witness.account(id, in: tx).map(Self.person)
    }

    func send(_ notice: FileNotice, to personID: String, causedBy sourceID: String, in tx: any WriteTransaction) throws {
        try witness.send(notice, to: personID, causedBy: sourceID, in: tx)
    }

    func note(_ kind: ActivityKind, of personID: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        try witness.note(kind, of: personID, about: subject, in: tx)
    }

    private static func person(_ account: SignatureWitness.Account) -> FilePerson {
        FilePerson(id: account.id, isActive: account.isActive, name: account.name, email: account.email)
    }
}
