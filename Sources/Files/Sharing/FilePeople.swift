public import ParaphStorage

/// What files need of the people of this instance: their owners and readers, who are told of what others do.
public protocol FilePeople: Sendable {
    /// The person with an active account who proved an address, as typed; `nil` where there is none.
    func person(email: String, in tx: any ReadTransaction) throws -> FilePerson?

    /// A person by id; `nil` once they are gone.
    func person(_ id: String, in tx: any ReadTransaction) throws -> FilePerson?

    /// Mails a person that they may read a file, with its name and the way to it; a few times an hour at most.
    func tell(_ personID: String, invitedBy ownerID: String, to fileID: String, named name: String, in tx: any WriteTransaction) throws

    /// Tells the owner of a file that a reader signed it; by mail a few times an hour at most.
    func tell(_ ownerID: String, signedBy personID: String, in fileID: String, named name: String, in tx: any WriteTransaction) throws

    /// Notes among what happened with a person's account what they did with a file; not what it is called.
    func note(_ action: FileAction, by personID: String, in tx: any WriteTransaction) throws
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

/// What people do with files.
public enum FileAction: Sendable {
    case kept, mailed, shared, unshared, removed
}
