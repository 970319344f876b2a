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

    /// Counts a mail that one person causes to an address, which need have no account, unless it had enough of that kind lately.
    ///
    /// - Returns: whether it may be sent.
    /// - Throws: a `Problem` of code `malformed` where the address is none.
    func admit(_ kind: NoticeKind, to address: String, causedBy sourceID: String, in tx: any WriteTransaction) throws -> Bool

    /// Notes something among what happened with a person's account, and what it is about; not what the file is called.
    func note(_ kind: ActivityKind, of personID: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws

    /// Has what the owner of a file reads of a reader name them, once they opened it; until then their address stands there.
    func nameReader(_ readerID: String, to ownerID: String, about fileID: String, in tx: any WriteTransaction) throws
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
