import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// Pictures of people, kept as blobs, each sealed by a key of its own for the one row that names it.
///
/// The person's key wraps that key, which goes with the picture: neither an old row nor an old blob brings a picture back that was replaced, and
/// none opens in the place of another.
struct PhotoStore: Sendable {
    let blobs: any BlobStore
    let database: any Database
    let keys: KeyRing
    let time: any TimeSource

    /// What a picture hangs on.
    enum Place: Hashable, Sendable {
        /// The profile of a person.
        case profile(String)
        /// A signature, by its id.
        case signature(String)

        /// The key ring's name for the picture.
        var object: String {
            switch self {
            case .profile(let personID): "photo/person/\(personID)"
            case .signature(let id): "photo/capture/\(id)"
            }
        }
    }

    /// A picture that is stored, and that no row names yet.
    struct Unclaimed: Sendable {
        let address: BlobAddress
        fileprivate let key: ContentKey
    }

    /// Seals and stores the bytes of a picture; the caller claims it in the transaction that writes the row that names it, or deletes it.
    func store(_ bytes: [UInt8]) async throws -> Unclaimed {
        // The blob comes before its row: a row never names one that is not there.
        let content = try await blobs.putSealed(bytes) { [database, time] address in
            try await database.write { try OrphanedBlobStore.note(address, at: time.now(), in: $0) }
        }
        return Unclaimed(address: content.address, key: content.key)
    }

    /// Seals and stores a picture, as ``store(_:)-([UInt8])``.
    func store(_ photo: Photo) async throws -> (unclaimed: Unclaimed, reference: PersonRecord.PhotoReference) {
        let unclaimed = try await store(photo.bytes)
        return (unclaimed, .init(address: unclaimed.address, mediaType: photo.mediaType.rawValue, orientation: photo.orientation))
    }

    /// Takes a stored picture for a place whose row names it from this transaction on; the one that was there does not open any more.
    ///
    /// - Throws: an `unavailable` ``Problem`` where it was swept meanwhile.
    static func claim(_ photo: Unclaimed, for place: Place, of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        try OrphanedBlobStore.claim(photo.address, in: tx)
        try keys.renew(object: place.object, key: photo.key, holders: [personID], in: tx)
    }

    /// Shreds the picture of a place whose row names none from this transaction on.
    static func shred(_ place: Place, keys: KeyRing, in tx: any WriteTransaction) throws {
        try keys.destroy(object: place.object, in: tx)
    }

    /// The profile's picture; `nil` where there is none.
    ///
    /// - Throws: a `notFound` ``Problem`` where there is no such person; `StorageError` where the picture was replaced meanwhile or changed.
    func profile(of personID: String) async throws -> (bytes: [UInt8], reference: PersonRecord.PhotoReference)? {
        let found = try await database.read { [keys] tx -> (PersonRecord.PhotoReference, ContentKey)? in
            guard let reference = try PersonService.find(personID, keys: keys, in: tx).photo else { return nil }
            return (reference, try keys.contentKey(of: Place.profile(personID).object, holder: personID, in: tx))
        }
        guard let (reference, key) = found else { return nil }
        return (try await blobs.getSealed(reference.address, key: key).collect(), reference)
    }

    /// The picture that was taken with a signature; `nil` where there was none.
    ///
    /// - Throws: `StorageError` where it was changed.
    func bytes(of capture: CaptureRecord) async throws -> [UInt8]? {
        guard let photo = capture.photo else { return nil }
        let key = try await database.read { [keys] tx in
            try keys.contentKey(of: Place.signature(capture.id).object, holder: capture.personID, in: tx)
        }
        return try await blobs.getSealed(photo.address, key: key).collect()
    }
}
