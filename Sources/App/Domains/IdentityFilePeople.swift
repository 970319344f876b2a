import Files
import Identity
import ParaphStorage
import ParaphWire
import ServerKit

/// The owners and readers of files, from Identity.
struct IdentityFilePeople: FilePeople {
    let directory: SignatoryDirectory

    func person(email: String, in tx: any ReadTransaction) throws -> FilePerson? {
        try directory.account(email: email, in: tx).map(Self.person)
    }

    func person(_ id: String, in tx: any ReadTransaction) throws -> FilePerson? {
        try directory.account(id, in: tx).map(Self.person)
    }

    func send(_ notice: FileNotice, to personID: String, causedBy sourceID: String, in tx: any WriteTransaction) throws {
        try directory.send(notice, to: personID, causedBy: sourceID, in: tx)
    }

    func admit(_ kind: NoticeKind, to address: String, causedBy sourceID: String, in tx: any WriteTransaction) throws -> Bool {
        try directory.admit(kind, to: address, causedBy: sourceID, in: tx)
    }

    func note(_ kind: ActivityKind, of personID: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        try directory.note(kind, of: personID, about: subject, in: tx)
    }

    func nameReader(_ readerID: String, to ownerID: String, about fileID: String, in tx: any WriteTransaction) throws {
        try directory.nameOther(readerID, to: ownerID, about: .init(.file, fileID), in: tx)
    }

    private static func person(_ account: SignatoryDirectory.Account) -> FilePerson {
        FilePerson(id: account.id, isActive: account.isActive, name: account.name, email: account.email)
    }
}
