public import ParaphStorage
import ParaphWire
public import ServerKit

/// What other domains may know of people's accounts, to let them into what somebody keeps.
extension SignatureWitness {
    /// A person with the address that is theirs.
    public struct Account: Hashable, Sendable {
        public let id: String
        public let name: String
        public let email: String
    }

    /// The active account of who proved an address, as typed; `nil` where there is none.
    public func account(email text: String, in tx: any ReadTransaction) throws -> Account? {
        guard let email = EmailAddress(text) else { return nil }
        return try PersonStore.find(proved: email, keys: environment.keys, in: tx).flatMap { $0.status == .active ? Self.account($0) : nil }
    }

    /// The account of a person by id, active or not; `nil` once they are gone.
    public func account(_ id: String, in tx: any ReadTransaction) throws -> Account? {
        try PersonStore.find(id, keys: environment.keys, in: tx).map(Self.account)
    }

    /// Mails a person that somebody lets them read and sign a document, unless they had enough such letters within the hour.
    public func tell(_ personID: String, letInBy ownerID: String, to document: SharedDocument, in tx: any WriteTransaction) throws {
        try tell(personID, of: .invitation, by: ownerID, in: tx) { .letIn(by: $0, document) }
    }

    /// Mails the owner of a document that somebody whom they let in signed it, unless they had enough such letters within the hour.
    public func tell(_ ownerID: String, signedBy personID: String, _ document: SharedDocument, in tx: any WriteTransaction) throws {
        try tell(ownerID, of: .documentSigned, by: personID, in: tx) { .signed(by: $0, document) }
    }

    private func tell(
        _ personID: String,
        of kind: LetterKind,
        by otherID: String,
        in tx: any WriteTransaction,
        notice: (String) -> Notice
    ) throws {
        guard let person = try PersonStore.find(personID, keys: environment.keys, in: tx),
            let other = try PersonStore.find(otherID, keys: environment.keys, in: tx)
        else { return }
        let now = environment.time.now()
        let receiver = try LetterReceiver(person.email, keys: environment.keys, in: tx)
        guard try LetterStore.admit(kind, to: receiver, from: other.id, at: now, in: tx) != .held else { return }
        try environment.notify(person, of: notice(other.profile.userName), in: tx)
    }

    /// Notes that something happened with a person's account.
    public func note(_ kind: ActivityKind, of personID: String, in tx: any WriteTransaction) throws {
        try ActivityStore.append(kind, of: personID, at: environment.time.now(), in: tx)
    }

    private static func account(_ person: PersonRecord) -> Account {
        Account(id: person.id, name: person.profile.userName, email: person.email.text)
    }
}
