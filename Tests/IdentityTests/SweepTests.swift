import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What is over goes, in small turns; what is not, and what somebody is about to need, stays.
struct SweepTests {
    private static let kinds = [
        "session", "challenge", "approval", "enrolment", "enrolmentSample", "deviceRequest", "registration", "registrationPlace",
        "emailProof", "clientRequest", "mailedCode", "letter",
    ]

    /// An account with one of everything that ends.
    private func fill(_ server: DialectFixture) async throws {
        let environment = server.environment
        try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
        let begun = try DialectBody.register(key: server.key, email: "b@example.org", SyntheticSigner(seed: 2).samples(0..<3))
        #expect(try await server.send("/register/", begun).res == "2")
        _ = try await ChallengeService(environment: environment).create(
            ChallengeRequest(purpose: .signIn, identifier: "c@example.org", deviceId: "x"),
            by: nil,
            language: .en
        )
        _ = try await DeviceService(environment: environment).request(
            DeviceRequestRequest(identifier: "c@example.org", device: try SimulatedDevice().deviceKey(subject: "c@example.org"))
        )
        var request = RegistrationRequest(
            email: "d@example.org",
            profile: Profile(userName: "Dora"),
            language: "en",
            consentVersion: ConsentDocument.version
        )
        request.place = RegistrationPlace(latitude: 1, longitude: 2)
        _ = try await RegistrationService(environment: environment).register(request)
        try await approve(1, server)
        try await ask(server)
    }

    /// Has a program ask the one person.
    private func ask(_ server: DialectFixture) async throws {
        let environment = server.environment
        try await environment.database.write { [now = server.time.now()] tx in
            let request = ClientRequestRecord(
                id: Identifier.random(),
                personID: try #require(try tx.first("SELECT id FROM person")).get("id"),
                client: "token",
                kind: .signHashes,
                details: ClientRequestRecord.Details(digests: [Base64URL([1])], credential: "key"),
                createdAt: now,
                expiresAt: now.adding(seconds: 300)
            )
            try ClientRequestStore.insert(request, keys: environment.keys, in: tx)
        }
    }

    private func approve(_ count: Int, _ server: DialectFixture) async throws {
        try await server.environment.database.write { [now = server.time.now()] tx in
            let session = try #require(try tx.first("SELECT id, personId FROM session ORDER BY expiresAt DESC"))
            for _ in 0..<count {
                _ = try ApprovalStore.issue(
                    to: session.get("personId"),
                    sessionID: session.get("id"),
                    purpose: .recoveryCodes,
                    subject: nil,
                    method: .signature,
                    at: now,
                    in: tx
                )
            }
        }
    }

    @Test func whatIsOverGoesWithItsKeysAndTheRestStays() async throws {
        try await DialectFixture.run { server in
            try await fill(server)
            let sweep = IdentitySweep(environment: server.environment)
            let isMore = try await sweep.turn()
            #expect(!isMore)
            for kind in Self.kinds {
                let count = try await server.count(kind)
                #expect(count > 0, "\(kind) is not over")
            }
            server.time.advance(seconds: 100 * 86_400)
            while try await sweep.turn() {}
            for kind in Self.kinds {
                let count = try await server.count(kind)
                #expect(count == 0, "\(kind)")
            }
            let people = try await server.count("person")
            let templates = try await server.count("template")
            #expect(people == 1 && templates == 1)
            let keys = try await server.environment.database.read { try $0.rows("SELECT holder FROM holderKey WHERE holder LIKE '%:%'") }
            #expect(try keys.map { try $0.get("holder", as: String.self) } == ["identity:codes", "identity:letters"])
        }
    }

    @Test func aTurnIsBounded() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            try await approve(5, server)
            server.time.advance(seconds: 301)
            let sweep = IdentitySweep(environment: server.environment, batch: 2)
            for left in [3, 1, 0] {
                let isMore = try await sweep.turn()
                let count = try await server.count("approval")
                #expect(count == left && isMore == (left > 0))
            }
        }
    }

    // MARK: Blobs

    private func isThere(_ address: BlobAddress, _ server: DialectFixture) async -> Bool {
        (try? await server.environment.blobs.get(address)) != nil
    }

    private func personID(_ server: DialectFixture) async throws -> String {
        try await server.environment.database.read { try #require(try $0.first("SELECT id FROM person")).get("id") }
    }

    @Test func aBlobThatNoRowCameToNameIsSweptAfterAnHourAndCannotBeNamedThen() async throws {
        try await DialectFixture.run { server in
            try await server.enrol(SyntheticSigner(seed: 1), email: "a@example.org")
            let (id, photos) = (try await personID(server), server.environment.photos)
            let stored = try await photos.store(Photo.sanitised(Picture.png.bytes)).unclaimed
            let sweep = server.environment.orphanedBlobSweep
            server.time.advance(seconds: 3599)
            _ = try await sweep.turn()
            #expect(await isThere(stored.address, server))
            server.time.advance(seconds: 1)
            _ = try await sweep.turn()
            #expect(await !isThere(stored.address, server))
            let refusal = await problem {
                try await server.environment.database.write { [keys = server.environment.keys] in
                    try PhotoStore.claim(stored, for: .profile(id), of: id, keys: keys, in: $0)
                }
            }
            #expect(refusal?.status == 503)
            #expect(try await server.count("orphanedBlob") == 0)
        }
    }

    @Test func aPhotoInUseStaysAndOneThatACrashLeftIsSwept() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            #expect(try await server.send("/authenticate/", body.with("photo", "\"\(Picture.png.base64)\"")).res == "0")
            let id = try await personID(server)
            let people = PersonService(environment: server.environment)
            try await people.setPhoto(Picture.png.bytes, of: id)
            let first = try await people.photo(of: id).reference.address
            try await people.setPhoto(Picture.png.bytes, of: id)
            #expect(await !isThere(first, server))
            let second = try await people.photo(of: id).reference.address
            let signing = try await server.environment.database.read { try CaptureStore.photos(of: id, in: $0) }
            #expect(signing.count == 1)
            let sweep = server.environment.orphanedBlobSweep
            server.time.advance(seconds: 86_400)
            _ = try await sweep.turn()
            for address in signing + [second] { #expect(await isThere(address, server)) }
            // The account goes, and the program stops before its blobs do.
            _ = try await server.environment.database.makeUpRows { [keys = server.environment.keys, now = server.time.now()] tx in
                try PersonStore.delete(id, at: now, keys: keys, in: tx)
            }
            server.time.advance(seconds: 3600)
            _ = try await sweep.turn()
            for address in signing + [second] { #expect(await !isThere(address, server)) }
            #expect(try await server.count("orphanedBlob") == 0)
        }
    }
}

extension IdentityEnvironment {
    /// The sweep of the blobs that pictures leave.
    var orphanedBlobSweep: OrphanedBlobSweep { OrphanedBlobSweep(database: database, blobs: blobs, time: time, logger: logger) }
}
