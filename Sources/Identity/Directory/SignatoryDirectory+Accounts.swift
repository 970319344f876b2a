public import ParaphStorage
public import ParaphWire
public import ServerKit

/// What other domains may know of people's accounts, to share a person's files with them.
extension SignatoryDirectory {
    /// A person with the address that is theirs.
    public struct Account: Hashable, Sendable {
        public let id: String
        /// Whether it works: an administrator may have disabled it.
        public let isActive: Bool
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

    /// Mails a person what another one did, unless they had enough such mails lately: as the limit of its kind says.
    public func send(_ notice: any Notice, to personID: String, causedBy otherID: String, in tx: any WriteTransaction) throws {
        guard let person = try PersonStore.find(personID, keys: environment.keys, in: tx) else { return }
        let receiver = try LetterReceiver(mailboxOf: person.email, keys: environment.keys, in: tx)
        guard try LetterStore.admit(notice.kind, to: receiver, from: otherID, at: environment.time.now(), in: tx) != .held else { return }
        try environment.notify(person, with: notice, in: tx)
    }

    /// Counts a mail that a person causes to an address, with an account or without, unless the limit of its kind is reached there.
    ///
    /// - Throws: a `Problem` of code `malformed` where the address is none that accounts here may have: it could not be counted.
    public func admit(_ kind: NoticeKind, to address: String, causedBy otherID: String, in tx: any WriteTransaction) throws -> Bool {
        guard let email = EmailAddress(address) else {
            throw Problem.invalid("to", .malformed, "is not an address that mail can be sent to")
        }
        let receiver = try LetterReceiver(mailboxOf: email, keys: environment.keys, in: tx)
        return try LetterStore.admit(kind, to: receiver, from: otherID, at: environment.time.now(), in: tx) != .held
    }

    /// Notes that something happened with a person's account, and what it is about.
    public func note(_ kind: ActivityKind, of personID: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        try ActivityStore.append(kind, of: personID, at: environment.time.now(), subject: subject, in: tx)
    }

    /// Has what a person reads about a thing and another person name that one, whom they knew by the address alone so far.
    public func nameOther(_ otherID: String, to personID: String, about thing: ActivityItem.Thing, in tx: any WriteTransaction) throws {
        try ActivityStore.nameOther(otherID, to: personID, about: thing, in: tx)
    }

    /// Notes what became of a signature that was given for a document, in the place of that it was given.
    ///
    /// - Parameters:
    ///   - kind: What became of it.
    ///   - id: The signature.
    ///   - subject: The document, and the file where the server keeps it.
    ///   - tx: The transaction that records it.
    /// - Throws: `StorageError` where the database refuses.
    public func note(_ kind: ActivityKind, ofSignature id: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        guard let record = try SignatureStore.find(id, keys: environment.keys, in: tx) else { return }
        let signature = try signature(id, in: tx)
        try ActivityStore.drop(ofSignature: id, in: tx)
        try ActivityStore.append(
            kind,
            of: record.personID,
            at: environment.time.now(),
            appName: signature?.appID == nil ? nil : signature?.application,
            deviceName: signature?.deviceVersion,
            similarity: record.similarity,
            subject: subject,
            in: tx
        )
    }

    private static func account(_ person: PersonRecord) -> Account {
        Account(id: person.id, isActive: person.status == .active, name: person.profile.userName, email: person.email.text)
    }
}
