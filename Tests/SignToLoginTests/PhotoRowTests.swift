import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Pictures that whoever writes to the database and the folder of blobs exchanged or put back.
@Suite struct PhotoRowTests {
    /// A PNG of one red pixel (RFC 2083).
    private static let other = Array(
        Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC") ?? Data()
    )

    private static func people(_ server: DialectFixture) async throws -> [String] {
        try await server.environment.database.read { [keys = server.environment.keys] tx in
            try PersonStore.list(limit: 10, keys: keys, in: tx).sorted { $0.email.text < $1.email.text }.map(\.id)
        }
    }

    private static func address(_ personID: String, _ server: DialectFixture) async throws -> BlobAddress {
        try await server.environment.database.read { [keys = server.environment.keys] tx in
            try #require(try PersonStore.find(personID, keys: keys, in: tx)?.photo).address
        }
    }

    private static func put(_ address: BlobAddress, _ personID: String, _ server: DialectFixture) async throws {
        try await server.environment.database.write { tx in
            let changed = try tx.execute("UPDATE person SET photoBlob = \(address) WHERE id = \(personID)")
            #expect(changed == 1)
        }
    }

    /// Signs in an app with a picture taken at signing, and gives what is kept of it.
    private static func sign(_ server: DialectFixture, _ signer: SyntheticSigner, _ number: Int) async throws -> CaptureRecord {
        let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(number))
        let answer = try await server.send("/authenticate/", body.with("photo", "\"\(Picture.png.base64)\""))
        let id = try #require(answer.signatureid)
        return try await capture(id, server)
    }

    private static func capture(_ id: String, _ server: DialectFixture) async throws -> CaptureRecord {
        try await server.environment.database.read { [keys = server.environment.keys] in
            try #require(try CaptureStore.find(id, keys: keys, in: $0))
        }
    }

    @Test func aPictureThatWasReplacedOrIsAnothersDoesNotOpen() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            try await server.enrol(SyntheticSigner(seed: 2), email: "b@example.org")
            let ids = try await Self.people(server)
            let (service, blobs) = (PersonService(environment: server.environment), server.environment.blobs)
            for id in ids { try await service.setPhoto(Picture.png.bytes, of: id) }
            let old = try await Self.address(ids[0], server)
            let oldBlob = try await blobs.get(old).collect()
            try await service.setPhoto(Self.other, of: ids[0])
            let present = try await Self.address(ids[0], server)
            let signing = try await Self.sign(server, signer, 30)
            // The row and its blob are put back together; then the picture of somebody else, then another of the same person.
            #expect(try await blobs.put(oldBlob).address == old)
            for address in [old, try await Self.address(ids[1], server), try #require(signing.photo).address] {
                try await Self.put(address, ids[0], server)
                await #expect(throws: StorageError(.corrupt, "")) { _ = try await service.photo(of: ids[0]) }
            }
            try await Self.put(present, ids[0], server)
            #expect(try await service.photo(of: ids[0]).bytes == Photo.sanitised(Self.other).bytes)
            let templates = try await server.count("template")
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == templates + 3)
            try await service.deletePhoto(of: ids[0])
            #expect(try await server.count("objectKey WHERE object NOT LIKE 'profile/%'") == templates + 2)
            _ = try await server.environment.database.makeUpRows { [environment = server.environment, now = server.time.now()] tx in
                try PersonStore.delete(ids[0], at: now, keys: environment.keys, in: tx)
            }
            #expect(try await server.count("objectKey WHERE object LIKE 'photo/%'") == 1)
        }
    }

    @Test func picturesTakenAtSigningAreNotExchanged() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let first = try await Self.sign(server, signer, 30)
            server.time.advance(seconds: 1)
            let second = try #require(try await Self.sign(server, signer, 31).photo)
            let photos = server.environment.photos
            #expect(try await photos.bytes(of: first) == Photo.sanitised(Picture.png.bytes).bytes)
            try await server.environment.database.write {
                try $0.execute("UPDATE capture SET photoBlob = \(second.address) WHERE id = \(first.id)")
            }
            let exchanged = try await Self.capture(first.id, server)
            await #expect(throws: StorageError(.corrupt, "")) { _ = try await photos.bytes(of: exchanged) }
        }
    }
}
