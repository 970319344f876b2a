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

    /// Seals a picture as before they had keys, by the person's own, and stores it.
    private static func storeAsBefore(
        _ bytes: [UInt8],
        of personID: String,
        table: String,
        row: String,
        version: Int,
        _ server: DialectFixture
    ) async throws -> BlobAddress {
        let sealed = try await server.environment.database.read { [keys = server.environment.keys] tx in
            try keys.seal(bytes, holder: personID, table: table, row: row, version: version, in: tx)
        }
        return try await server.environment.blobs.put(sealed).address
    }

    /// Puts a picture of before in the place of a person's.
    private static func putAsBefore(_ bytes: [UInt8], _ personID: String, version: Int = 1, _ server: DialectFixture) async throws
        -> BlobAddress
    {
        let address = try await storeAsBefore(bytes, of: personID, table: "person", row: personID, version: version, server)
        try await server.environment.database.write { tx in
            try tx.execute(
                "UPDATE person SET photoBlob = \(address), photoType = 'image/png', photoOrientation = 1 WHERE id = \(personID)"
            )
            try tx.execute("DELETE FROM objectKey WHERE object = \("photo/person/\(personID)")")
        }
        return address
    }

    /// What a node does with pictures when it starts.
    private static func start(_ server: DialectFixture) async throws -> Resealing.Report? {
        let environment = server.environment
        let (keys, blobs, database) = (environment.keys, environment.blobs, environment.database)
        let done = try await IdentityDomain.reseal(DomainResealing(keys: keys, blobs: blobs, database: database, time: environment.time))
        return done.first { $0.what == "photos" }?.report
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
            _ = try await server.environment.database.write { [environment = server.environment, now = server.time.now()] tx in
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

    @Test func picturesFromBeforeTheyHadKeysGoOnAndTheirOldRowsDoNot() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let capture = try await Self.sign(server, signer, 30)
            let (id, environment) = (capture.personID, server.environment)
            let service = PersonService(environment: environment)
            let (hers, taken) = (try Photo.sanitised(Self.other).bytes, try Photo.sanitised(Picture.png.bytes).bytes)
            let profile = try await Self.putAsBefore(hers, id, server)
            let signing = try await Self.storeAsBefore(taken, of: id, table: "capture", row: capture.id, version: 2, server)
            try await environment.database.write { tx in
                try tx.execute("UPDATE capture SET photoBlob = \(signing) WHERE id = \(capture.id)")
                try tx.execute("DELETE FROM objectKey WHERE object LIKE 'photo/%'")
            }
            let old = try await environment.blobs.get(profile).collect()
            await #expect(throws: StorageError(.notFound, "")) { _ = try await service.photo(of: id) }
            // Two nodes at once.
            let reports = try await withThrowingTaskGroup(of: Resealing.Report?.self) { group in
                for _ in 0..<2 { group.addTask { try await Self.start(server) } }
                return try await group.reduce(into: []) { $0.append($1) }.compactMap(\.self)
            }
            #expect(reports.map(\.resealed).reduce(0, +) == 2)
            #expect(reports.allSatisfy { $0.unreadable == 0 && $0.missing == 0 })
            #expect(try await server.count("auditLedger WHERE action = 'photosResealed'") >= 1)
            #expect(try await service.photo(of: id).bytes == hers)
            #expect(try await environment.photos.bytes(of: Self.capture(capture.id, server)) == taken)
            for address in [profile, signing] {
                await #expect(throws: StorageError(.notFound, "")) { _ = try await environment.blobs.get(address) }
            }
            // Put back afterwards, row and blob, the old form stays closed.
            #expect(try await environment.blobs.put(old).address == profile)
            try await Self.put(profile, id, server)
            #expect(try await Self.start(server) == nil)
            await #expect(throws: StorageError(.corrupt, "")) { _ = try await service.photo(of: id) }
        }
    }

    @Test func aPictureThatIsLostOrDamagedKeepsTheOthersFromNothing() async throws {
        try await DialectFixture.run { server in
            for number in 1...5 { try await server.enrol(SyntheticSigner(seed: UInt64(number)), email: "\(number)@example.org") }
            let (ids, blobs, service) = (
                try await Self.people(server), server.environment.blobs, PersonService(environment: server.environment)
            )
            let lost = try await Self.putAsBefore([7, 7, 7], ids[0], server)
            let lostBlob = try await blobs.get(lost).collect()
            try await blobs.delete(lost)
            _ = try await Self.putAsBefore([8, 8, 8], ids[1], version: 9, server)
            _ = try await Self.putAsBefore([9, 9, 9], ids[2], server)
            _ = try await Self.putAsBefore([1], ids[3], server)
            try await server.environment.database.write { try $0.execute("UPDATE person SET photoBlob = 'none' WHERE id = \(ids[3])") }
            let first = try #require(try await Self.start(server))
            #expect(first.resealed == 1 && first.unreadable == 2 && first.missing == 1)
            #expect(try await service.photo(of: ids[2]).bytes == [9, 9, 9])
            // Its blob is there again, as of a share that was not mounted; and meanwhile somebody chose a picture.
            _ = try await blobs.put(lostBlob)
            try await service.setPhoto(Picture.png.bytes, of: ids[4])
            let second = try #require(try await Self.start(server))
            #expect(second.resealed == 1 && second.missing == 0)
            #expect(try await service.photo(of: ids[0]).bytes == [7, 7, 7])
            #expect(try await service.photo(of: ids[4]).bytes == Photo.sanitised(Picture.png.bytes).bytes)
            #expect(try await Self.start(server) == nil)
            #expect(try await server.count("auditLedger WHERE action = 'photosResealed'") == 2)
        }
    }
}
