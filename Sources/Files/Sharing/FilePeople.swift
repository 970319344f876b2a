public import ParaphStorage
public import ServerKit

/// What files need of the people of this instance: their owners and readers, who are told of what others do.
public protocol FilePeople: Sendable {
    /// The person with an active account who proved an address, as typed; `nil` where there is none.
    func person(email: String, in tx: any ReadTransaction) throws -> FilePerson?

    /// A person by id; `nil` once they are gone.
    func person(_ id: String, in tx: any ReadTransaction) throws -> FilePerson?

    /// Mails a person what another one did with a file; a few times an hour at most, by the notice's limit.
    ///
    /// - Parameters:
    ///   - notice: The mail.
    ///   - personID: Its recipient.
    ///   - sourceID: The other person.
    ///   - tx: The transaction of what it tells of.
    /// - Throws: `StorageError` where the database refuses.
    func send(_ notice: FileNotice, to personID: String, causedBy sourceID: String, in tx: any WriteTransaction) throws

    /// Notes something among what happened with a person's account, and what it is about; not what the file is called.
    func note(_ kind: ActivityKind, of personID: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws
}

/// A person who keeps, reads or signs files.
public struct FilePerson: Hashable, Sendable {
    public let id: String
    /// Whether the account works.
    public let isActive: Bool
    public let name: String
    public let email: String

    public init(id: String, isActive: Bool = true, name: String, email: String) {
        (self.id, self.isActive, self.name, self.email) = (id, isActive, name, email)
    }
}
