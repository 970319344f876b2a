import Foundation
import ParaphInk
import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
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
        try await server.environment.database.read { try $0.rows("SELECT id FROM person ORDER BY email").map { try $0.get("id") } }
    }

    private static func address(_ personID: String, _ server: DialectFixture) async throws -> BlobAddress {
        try await server.environment.database.read { try #require(try PersonStore.find(personID, in: $0)?.photo).address }
    }

    private static func put(_ address: BlobAddress, _ personID: String, _ server: DialectFixture) async throws {
        try await server.environment.database.write { tx in
            let changed = try tx.execute("UPDATE person SET photoBlob = \(address) WHERE id = \(personID)")
            #expect(changed == 1)
        }
    }

    @Test func aPictureThatWasReplacedOrIsAnothersDoesNotOpen() async throws {
        try await DialectFixture.run { server in
            for (seed, email) in [(1, "a@example.org"), (2, "b@example.org")] {
                try await server.enrol(SyntheticSigner(seed: UInt64(seed)), email: email)
            }
            let ids = try await Self.people(server)
            let (service, blobs) = (PersonService(environment: server.environment), server.environment.blobs)
            for id in ids { try await service.setPhoto(Picture.png.bytes, of: id) }
            let old = try await Self.address(ids[0], server)
            let oldBlob = try await blobs.get(old).collect()
            try await service.setPhoto(Self.other, of: ids[0])
            let present = try await Self.address(ids[0], server)
            // The row and its blob are put back together; then the picture of somebody else.
            #expect(try await blobs.put(oldBlob).address == old)
            for address in [old, try await Self.address(ids[1], server)] {
                try await Self.put(address, ids[0], server)
                await #expect(throws: StorageError(.notFound, "")) { _ = try await service.photo(of: ids[0]) }
            }
            try await Self.put(present, ids[0], server)
            #expect(try await service.photo(of: ids[0]).bytes == Photo.sanitised(Self.other).bytes)
            let templates = try await server.count("template")
            #expect(try await server.count("objectKey") == templates + 2)
            try await service.deletePhoto(of: ids[0])
            #expect(try await server.count("objectKey") == templates + 1)
        }
    }

    @Test func picturesFromBeforeTheyHadKeysGoOnAndTheirOldRowsDoNot() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            #expect(try await server.send("/authenticate/", body.with("photo", "\"\(Picture.png.base64)\"")).res == "0")
            let environment = server.environment
            let id = try #require(try await Self.people(server).first)
            let service = PersonService(environment: environment)
            try await service.setPhoto(Self.other, of: id)
            let capture = try await environment.database.read { [keys = environment.keys] tx in
                try #require(try CaptureStore.all(of: id, keys: keys, in: tx).first { $0.photo != nil })
            }
            // As they were kept before: by the person's own key.
            func sealAsBefore(_ bytes: [UInt8], table: String, row: String, version: Int) async throws -> BlobAddress {
                let sealed = try await environment.database.read { [keys = environment.keys] tx in
                    try keys.seal(bytes, holder: id, table: table, row: row, version: version, in: tx)
                }
                return try await environment.blobs.put(sealed).address
            }
            let profile = try await sealAsBefore(Photo.sanitised(Self.other).bytes, table: "person", row: id, version: 1)
            let signing = try await sealAsBefore(Photo.sanitised(Picture.png.bytes).bytes, table: "capture", row: capture.id, version: 2)
            try await Self.put(profile, id, server)
            try await environment.database.write { tx in
                try tx.execute("UPDATE capture SET photoBlob = \(signing) WHERE id = \(capture.id)")
                try tx.execute("DELETE FROM objectKey WHERE object LIKE 'photo/%'")
            }
            await #expect(throws: StorageError(.notFound, "")) { _ = try await service.photo(of: id) }
            // As a node does when it starts; two at once.
            let reports = try await withThrowingTaskGroup(of: Resealing.Report?.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        let (keys, blobs, database) = (environment.keys, environment.blobs, environment.database)
                        let done = try await IdentityDomain.reseal(by: keys, blobs: blobs, in: database, time: environment.time)
                        return done.first { $0.what == "photos" }?.report
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(reports.compactMap(\.?.resealed).reduce(0, +) == 2)
            #expect(try await server.count("auditLedger WHERE action = 'photosResealed'") == 1)
            #expect(try await service.photo(of: id).bytes == Photo.sanitised(Self.other).bytes)
            let resealed = try await environment.database.read { [keys = environment.keys] in
                try #require(try CaptureStore.find(capture.id, keys: keys, in: $0))
            }
            #expect(try await environment.photos.bytes(of: resealed) == Photo.sanitised(Picture.png.bytes).bytes)
            for address in [profile, signing] {
                await #expect(throws: StorageError(.notFound, "")) { _ = try await environment.blobs.get(address) }
            }
            // Put back afterwards, row and blob, the old form stays closed.
            #expect(try await sealAsBefore(Photo.sanitised(Self.other).bytes, table: "person", row: id, version: 1) != profile)
            try await Self.put(try await sealAsBefore([1], table: "person", row: id, version: 1), id, server)
            let again = try await IdentityDomain.reseal(
                by: environment.keys,
                blobs: environment.blobs,
                in: environment.database,
                time: environment.time
            )
            #expect(again.isEmpty)
            await #expect(throws: StorageError(.notFound, "")) { _ = try await service.photo(of: id) }
        }
    }

    @Test func aPictureThatIsLostOrDamagedKeepsTheOthersFromNothing() async throws {
        try await DialectFixture.run { server in
            for (seed, email) in [(1, "a@example.org"), (2, "b@example.org"), (3, "c@example.org")] {
                try await server.enrol(SyntheticSigner(seed: UInt64(seed)), email: email)
            }
            let (ids, environment) = (try await Self.people(server), server.environment)
            for (number, id) in ids.enumerated() {
                let sealed = try await environment.database.read { [keys = environment.keys] tx in
                    try keys.seal([7, 7, 7], holder: id, table: "person", row: id, version: number == 1 ? 9 : 1, in: tx)
                }
                let address = number == 0 ? BlobAddress(of: sealed) : try await environment.blobs.put(sealed).address
                try await environment.database.write { tx in
                    try tx.execute(
                        "UPDATE person SET photoBlob = \(address), photoType = 'image/png', photoOrientation = 1 WHERE id = \(id)"
                    )
                }
            }
            let done = try await IdentityDomain.reseal(
                by: environment.keys,
                blobs: environment.blobs,
                in: environment.database,
                time: environment.time
            )
            let report = try #require(done.first { $0.what == "photos" }?.report)
            #expect(report.resealed == 1 && report.unreadable == 2)
            #expect(try await PersonService(environment: environment).photo(of: ids[2]).bytes == [7, 7, 7])
        }
    }
}
