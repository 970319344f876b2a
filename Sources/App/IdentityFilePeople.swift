import Files
import Identity
import ParaphStorage
import ParaphWire

/// The owners and readers of files, from Identity.
struct IdentityFilePeople: FilePeople {
    let witness: SignatureWitness

    func person(email: String, in tx: any ReadTransaction) throws -> FilePerson? {
        try witness.account(email: email, in: tx).map(Self.person)
    }

    func person(_ id: String, in tx: any ReadTransaction) throws -> FilePerson? {
        try witness.account(id, in: tx).map(Self.person)
    }

    func tell(_ personID: String, invitedBy ownerID: String, to fileID: String, named name: String, in tx: any WriteTransaction) throws {
        try witness.tell(personID, letInBy: ownerID, to: SharedDocument(fileID: fileID, name: name), in: tx)
    }

    func tell(_ ownerID: String, signedBy personID: String, in fileID: String, named name: String, in tx: any WriteTransaction) throws {
        try witness.tell(ownerID, signedBy: personID, SharedDocument(fileID: fileID, name: name), in: tx)
    }

    func note(_ action: FileAction, by personID: String, in tx: any WriteTransaction) throws {
        try witness.note(Self.deed(action), by: personID, in: tx)
    }

    private static func deed(_ action: FileAction) -> SignatureWitness.DocumentDeed {
        switch action {
        case .kept: .kept
        case .mailed: .mailed
        case .shared: .shared
        case .unshared: .unshared
        case .removed: .removed
        }
    }

    private static func person(_ account: SignatureWitness.Account) -> FilePerson {
        FilePerson(id: account.id, isActive: account.isActive, name: account.name, email: account.email)
    }
}
