import Documents
import Identity
import ParaphStorage
import ParaphWire

/// Where Documents notes the blobs that no row names: with those of Identity, which sweeps them.
struct IdentityLooseBlobs: LooseBlobs {
    func note(_ address: BlobAddress, at now: Timestamp, in tx: any WriteTransaction) throws {
        try LooseBlobStore.note(address, at: now, in: tx)
    }

    func claim(_ address: BlobAddress, in tx: any WriteTransaction) throws {
        try LooseBlobStore.claim(address, in: tx)
    }

    func doom(_ addresses: [BlobAddress], at now: Timestamp, in tx: any WriteTransaction) throws {
        try LooseBlobStore.doom(addresses, at: now, in: tx)
    }
}
