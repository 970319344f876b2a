public import ParaphStorage

/// What files ask of the signatures that documents had before they came here.
public protocol FileSignatures: Sendable {
    /// Whether a person's signature stands on a file, which they may have signed on a device of theirs.
    ///
    /// - Parameters:
    ///   - hash: The SHA-256 of the file, in lower-case hexadecimal.
    ///   - personID: The person.
    ///   - tx: The transaction that reads.
    /// - Returns: whether it does, with the file as it is or with one that it was made from.
    /// - Throws: `StorageError` where the database refuses.
    func isSigned(hash: String, by personID: String, in tx: any ReadTransaction) throws -> Bool
}
