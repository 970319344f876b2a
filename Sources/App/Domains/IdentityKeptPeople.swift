import Documents
import Identity
import ParaphStorage
import ParaphWire

/// Who may be let into kept documents, from Identity.
struct IdentityKeptPeople: KeptPeople {
    let witness: SignatureWitness

    func reader(email: String, in tx: any ReadTransaction) throws -> KeptDocumentReader? {
        try witness.account(email: email, in: tx).map(Self.reader)
    }

    func reader(_ id: String, in tx: any ReadTransaction) throws -> KeptDocumentReader? {
        try witness.account(id, in: tx).map(Self.reader)
    }

    func tell(_ personID: String, invitedBy ownerID: String, to keptID: String, named name: String, in tx: any WriteTransaction) throws {
        guard let owner = try reader(ownerID, in: tx) else { return }
        let notice = FileNotice.invitation(owner: owner.name, SharedFile(id: keptID, name: name))
        try witness.send(notice, to: personID, causedBy: ownerID, in: tx)
    }

    func tell(_ ownerID: String, signedBy personID: String, in keptID: String, named name: String, in tx: any WriteTransaction) throws {
        try witness.note(KeptDeed.signedActivity, of: ownerID, in: tx)
        guard let reader = try reader(personID, in: tx) else { return }
        let notice = FileNotice.signed(reader: reader.name, SharedFile(id: keptID, name: name))
        try witness.send(notice, to: ownerID, causedBy: personID, in: tx)
    }

    func note(_ deed: KeptDeed, by personID: String, in tx: any WriteTransaction) throws {
        try witness.note(deed.activity, of: personID, in: tx)
    }

    private static func reader(_ account: SignatureWitness.Account) -> KeptDocumentReader {
        KeptDocumentReader(id: account.id, name: account.name, email: account.email)
    }
}
