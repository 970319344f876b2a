public import ParaphStorage
public import ParaphWire
import ServerKit

/// The blobs that no row names yet, because they were only just stored, or none any more.
///
/// A blob is noted before it is stored, and the transaction that names it in a row claims it. So whatever a crash leaves behind is known,
/// whichever store it lies in, and what is about to be named is never swept: either the claim or the sweep comes first, not both.
public enum LooseBlobStore {
    /// How long a blob may be loose before it is swept, in seconds; longer than any upload takes.
    static let grace: Int64 = 3600

    /// Every blob that is loose or doomed.
    public static func all(in tx: any ReadTransaction) throws -> [BlobAddress] {
        try tx.rows("SELECT address FROM looseBlob").map { try $0.get("address") }
    }

    /// Notes a blob that is about to be stored.
    public static func note(_ address: BlobAddress, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("INSERT INTO looseBlob (address, doomed, at) VALUES (\(address), 0, \(now)) ON CONFLICT (address) DO NOTHING")
    }

    /// Takes a stored blob for a row that names it from this transaction on.
    ///
    /// - Throws: an `unavailable` ``Problem`` where it was swept meanwhile.
    public static func claim(_ address: BlobAddress, in tx: any WriteTransaction) throws {
        guard try tx.execute("DELETE FROM looseBlob WHERE address = \(address) AND doomed = 0") == 1 else { throw Problem.unavailable() }
    }

    /// Dooms blobs that no row names from this transaction on.
    public static func doom(_ addresses: [BlobAddress], at now: Timestamp, in tx: any WriteTransaction) throws {
        for address in addresses {
            try tx.execute(
                """
                INSERT INTO looseBlob (address, doomed, at) VALUES (\(address), 1, \(now))
                ON CONFLICT (address) DO UPDATE SET doomed = 1
                """
            )
        }
    }

    /// Dooms blobs that have been loose for too long, and says which are doomed; none of them can be claimed any more.
    static func doomOverdue(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> [BlobAddress] {
        let rows = try tx.rows("SELECT address FROM looseBlob WHERE at <= \(now.adding(seconds: -grace)) ORDER BY at LIMIT \(limit)")
        let addresses = try rows.map { try $0.get("address", as: BlobAddress.self) }
        try doom(addresses, at: now, in: tx)
        return addresses
    }

    /// Puts blobs that could not be deleted behind those that may be.
    static func postpone(_ addresses: [BlobAddress], at now: Timestamp, in tx: any WriteTransaction) throws {
        for address in addresses { try tx.execute("UPDATE looseBlob SET at = \(now) WHERE address = \(address)") }
    }

    /// Forgets blobs that are deleted.
    static func forget(_ addresses: [BlobAddress], in tx: any WriteTransaction) throws {
        for address in addresses { try tx.execute("DELETE FROM looseBlob WHERE address = \(address)") }
    }
}
