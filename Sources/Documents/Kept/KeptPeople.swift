public import ParaphStorage
public import ParaphWire

/// What kept documents need of the people of this instance: who is let in, and told so.
public protocol KeptPeople: Sendable {
    /// The person with an active account who proved an address, as typed; `nil` where there is none.
    func reader(email: String, in tx: any ReadTransaction) throws -> KeptDocumentReader?

    /// A person by id; `nil` once they are gone.
    func reader(_ id: String, in tx: any ReadTransaction) throws -> KeptDocumentReader?

    /// Mails a person that somebody let them into a document, with its name and the way to it; a few times an hour at most.
    func tell(_ personID: String, invitedBy ownerID: String, to keptID: String, named name: String, in tx: any WriteTransaction) throws

    /// Tells the owner of a document that somebody whom they let in signed it; by mail a few times an hour at most.
    func tell(_ ownerID: String, signedBy personID: String, in keptID: String, named name: String, in tx: any WriteTransaction) throws

    /// Notes among what happened with a person's account what they did with a document; not what it is called.
    func note(_ deed: KeptDeed, by personID: String, in tx: any WriteTransaction) throws
}

/// What people do with kept documents.
public enum KeptDeed: Sendable {
    case kept, mailed, shared, unshared, removed
}
