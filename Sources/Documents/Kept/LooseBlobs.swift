public import ParaphStorage
public import ParaphWire

/// Knows the blobs that no row names yet, or none any more, and has them swept: what a crash leaves is found by it.
public protocol LooseBlobs: Sendable {
    /// Notes a blob that is about to be stored; it is swept unless it is claimed within an hour.
    func note(_ address: BlobAddress, at now: Timestamp, in tx: any WriteTransaction) throws

    /// Takes a stored blob for a row that names it from this transaction on.
    ///
    /// - Throws: an `unavailable` `Problem` where it was swept meanwhile.
    func claim(_ address: BlobAddress, in tx: any WriteTransaction) throws

    /// Dooms blobs that no row names from this transaction on.
    func doom(_ addresses: [BlobAddress], at now: Timestamp, in tx: any WriteTransaction) throws
}
