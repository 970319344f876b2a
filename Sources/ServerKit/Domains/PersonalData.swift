public import ParaphStorage
public import ParaphWire

/// What all domains keep of people: told in their exports, and deleted with them in one transaction.
public struct PersonalData: Sendable {
    private let domains: [any Domain.Type]
    private let keys: KeyRing

    /// The data of some domains: those first on whose rows the others' may hang.
    public init(domains: [any Domain.Type], keys: KeyRing) {
        self.domains = domains
        self.keys = keys
    }

    /// What is kept of a person, opened.
    ///
    /// - Throws: `StorageError` where the database refuses or something does not open.
    public func export(of personID: String, in tx: any ReadTransaction) throws -> [ExportedMember] {
        try domains.flatMap { try $0.export(of: personID, keys: keys, in: tx) }
    }

    /// Deletes what is kept of a person, and the keys of what is sealed of them.
    ///
    /// - Returns: the blobs to delete once this is committed; they are released.
    /// - Throws: `StorageError` where the database refuses.
    public func erase(_ personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let blobs = try domains.reversed().flatMap { try $0.erase(personID, at: now, keys: keys, in: tx) }
        // Last, for whatever is erased is noted as a change of the person's.
        try ChangeLog.erase(personID, in: tx)
        return blobs
    }
}
