import ParaphInkFormats
import ParaphStorage
import ServerKit

/// Pictures that apps send, sealed by the person's key and kept as blobs.
struct CapturePictures: Sendable {
    let environment: IdentityEnvironment

    /// Seals and stores a picture; the caller claims it in the transaction that writes the row that names it, or deletes it.
    func store(_ photo: Photo, of personID: String, table: String, row: String, version: Int) async throws -> PersonRecord.PhotoReference {
        let sealed = try await environment.database.write { [environment] tx in
            let sealed = try environment.keys.seal(photo.bytes, holder: personID, table: table, row: row, version: version, in: tx)
            try LooseBlobStore.note(BlobAddress(of: sealed), at: environment.time.now(), in: tx)
            return sealed
        }
        // The blob comes before its row: a row never names one that is not there.
        let blob = try await environment.blobs.put(sealed)
        return PersonRecord.PhotoReference(address: blob.address, mediaType: photo.mediaType.rawValue, orientation: photo.orientation)
    }

    /// The picture that was taken with a signature.
    func picture(of capture: CaptureRecord) async throws -> [UInt8]? {
        guard let photo = capture.photo else { return nil }
        let sealed = try await environment.blobs.get(photo.address).collect()
        return try await environment.database.read { [keys = environment.keys] tx in
            try keys.open(sealed, holder: capture.personID, table: "capture", row: capture.id, version: CaptureStore.photoVersion, in: tx)
        }
    }

    /// Makes a picture the person's own, unless there is one already that they chose themselves.
    func setProfilePhoto(_ photo: Photo, of personID: String) async throws {
        let reference = try await store(photo, of: personID, table: "person", row: personID, version: PersonService.photoVersion)
        let isKept = try await environment.database.write { tx -> Bool in
            guard var person = try PersonStore.find(personID, in: tx), person.photo == nil else { return false }
            person.photo = reference
            try LooseBlobStore.claim(reference.address, in: tx)
            try PersonStore.update(person, in: tx)
            return true
        }
        if !isKept { await environment.deleteBlobs([reference.address]) }
    }
}
