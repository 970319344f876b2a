public import ParaphStorage
import ParaphWire

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
        return try PersonStore.find(proved: email, in: tx).flatMap { $0.status == .active ? Self.account($0) : nil }
    }

    /// The account of a person by id, active or not; `nil` once they are gone.
    public func account(_ id: String, in tx: any ReadTransaction) throws -> Account? {
        try PersonStore.find(id, in: tx).map(Self.account)
    }

    /// Mails a person that somebody lets them read and sign a document.
    public func tell(_ personID: String, letInBy name: String, in tx: any WriteTransaction) throws {
        guard let person = try PersonStore.find(personID, in: tx) else { return }
        try environment.notify(person, of: .letIn(by: name), in: tx)
    }

    private static func account(_ person: PersonRecord) -> Account {
        Account(id: person.id, name: person.profile.userName, email: person.email.text)
    }
}
