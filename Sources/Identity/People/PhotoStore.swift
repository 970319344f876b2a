import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// Pictures of people, kept as blobs, each sealed by a key of its own.
///
/// The person's key wraps that key, which goes with the picture: neither an old row nor an old blob brings a picture back that was replaced.
struct PhotoStore: Sendable {
    let blobs: any BlobStore
    let database: any Database
    let keys: KeyRing
    let time: any TimeSource

    /// A picture that is stored, and that no row names yet.
    struct Loose: Sendable {
        let address: BlobAddress
        fileprivate let key: ContentKey
    }

    /// Seals and stores the bytes of a picture; the caller claims it in the transaction that writes the row that names it, or deletes it.
    func store(_ bytes: [UInt8]) async throws -> Loose {
        // The blob comes before its row: a row never names one that is not there.
        let content = try await blobs.putSealed(bytes) { [database, time] address in
            try await database.write { try LooseBlobStore.note(address, at: time.now(), in: $0) }
        }
        return Loose(address: content.address, key: content.key)
    }

    /// Seals and stores a picture, as ``store(_:)-([UInt8])``.
    func store(_ photo: Photo) async throws -> (loose: Loose, reference: PersonRecord.PhotoReference) {
        let loose = try await store(photo.bytes)
        return (loose, .init(address: loose.address, mediaType: photo.mediaType.rawValue, orientation: photo.orientation))
    }

    /// Takes a stored picture for a row of a person that names it from this transaction on.
    ///
    /// - Throws: an `unavailable` ``Problem`` where it was swept meanwhile.
    static func claim(_ photo: Loose, of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        try LooseBlobStore.claim(photo.address, in: tx)
        try keys.create(object: object(photo.address), key: photo.key, holders: [personID], in: tx)
    }

    /// Shreds a picture that no row names from this transaction on; its blob is to be deleted once this is committed.
    static func release(_ address: BlobAddress, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        try keys.destroy(object: object(address), in: tx)
        try LooseBlobStore.doom([address], at: now, in: tx)
    }

    /// The bytes of a person's picture.
    ///
    /// - Throws: `StorageError` of code `notFound` where the picture was replaced meanwhile, `undecryptable` or `corrupt` where it was changed.
    func bytes(_ address: BlobAddress, of personID: String) async throws -> [UInt8] {
        let key = try await database.read { [keys] in try keys.contentKey(of: Self.object(address), holder: personID, in: $0) }
        return try await blobs.getSealed(address, key: key).collect()
    }

    /// The picture that was taken with a signature; `nil` where there was none.
    func bytes(of capture: CaptureRecord) async throws -> [UInt8]? {
        guard let photo = capture.photo else { return nil }
        return try await bytes(photo.address, of: capture.personID)
    }

    /// The key ring's name for a picture.
    static func object(_ address: BlobAddress) -> String { "photo/\(address)" }
}
