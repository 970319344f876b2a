import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What is kept of signatures that matched in apps: whoever has an app and an account fills no disk with their own.
struct MatchRetentionTests {
    private struct MadeUpDocuments: SignedDocuments {
        let used: Set<String>
        func signaturesOnDocuments(_ ids: [String], in tx: any ReadTransaction) throws -> Set<String> { used.intersection(ids) }
        func isOnDocuments(_ personID: String, in tx: any ReadTransaction) throws -> Bool { false }
    }

    @Test func ofMatchesTheNewestAreKeptAndThoseOnDocumentsAndEveryDigest() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let first = try await server.send(
                "/authenticate/",
                DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
                    .with("photo", "\"\(Picture.png.base64)\"")
            )
            #expect(first.similarity ?? 0 > 0.5)
            #expect(try await server.count("capture WHERE photoBlob IS NOT NULL") == 1)
            try await server.copyMatches(CaptureStore.matchedLimit)
            for number in 0..<3 {
                server.time.advance(seconds: 1)
                let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(31 + number))
                #expect(try await server.send("/authenticate/", body).similarity ?? 0 > 0.5)
            }
            #expect(try await server.count("signatureSample") == CaptureStore.matchedLimit)
            #expect(try await server.count("capture WHERE kind = 'signature'") == CaptureStore.matchedLimit)
            #expect(try await server.count("activity WHERE kind = 'signedIn'") == ActivityStore.appSignInLimit)
            // The oldest went, with its picture and drawing; a copy of it is known all the same.
            #expect(try await server.count("signatureSample WHERE id = '\(first.signatureid ?? "")'") == 0)
            #expect(try await server.count("signatureDrawing WHERE signatureId = '\(first.signatureid ?? "")'") == 0)
            #expect(try await server.count("capture WHERE photoBlob IS NOT NULL") == 0)
            #expect(try await server.count("orphanedBlob") == 1)
            #expect(try await server.count("acceptedSample") == 14)
            let copy = try await server.send(
                "/authenticate/",
                .authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            )
            #expect(copy.refusal == Refusal.replay.rawValue)
        }
    }

    @Test func whatStandsOnADocumentStaysHoweverOldItIs() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let answer = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", signer.genuine(30)))
            let id = try #require(answer.signatureid)
            try await server.copyMatches(CaptureStore.matchedLimit + 10)
            try await server.environment.database.write { [keys = server.environment.keys, now = server.time.now()] tx in
                let personID: String = try #require(try tx.first("SELECT id FROM person")).get("id")
                try CaptureStore.dropOldest(
                    matched: true,
                    of: personID,
                    restricted: false,
                    documents: MadeUpDocuments(used: [id]),
                    at: now,
                    keys: keys,
                    in: tx
                )
            }
            #expect(try await server.count("signatureSample WHERE id = '\(id)'") == 1)
            #expect(try await server.count("signatureSample") == CaptureStore.matchedLimit + 1)
        }
    }

    @Test func theAppsOfOneOwnerSaveSoManyFilesForAPersonInAYear() async throws {
        try await DialectFixture.run { server in
            let id = try await server.person("a@example.org")
            let service = AppService(environment: server.environment)
            let apps = [
                try await service.register(.example, by: .session(of: id)), try await service.register(.example, by: .session(of: id)),
            ]
            let directory = SignatoryDirectory(environment: server.environment)
            let database = server.environment.database
            @Sendable func save(_ file: String, _ appID: String, for personID: String = "") async throws -> Int? {
                try await database.write { tx in
                    try directory.takeSave(of: file, by: personID.isEmpty ? id : personID, inApp: appID, in: tx)
                }
            }
            let waits = try await database.write { tx in
                try (0..<SignatoryDirectory.saveLimit).map { number in
                    try directory.takeSave(of: "\(number)", by: id, inApp: apps[number % 2].id, in: tx)
                }
            }
            #expect(waits.allSatisfy { $0 == nil })
            for app in apps { #expect(try await save("one more", app.id) == Int(SignatoryDirectory.saveTime)) }
            // The same file once more, another person, another owner's app and the organisation's go on.
            #expect(try await save("7", apps[0].id) == nil)
            let other = try await server.person("b@example.org")
            #expect(try await save("one more", apps[0].id, for: other) == nil)
            #expect(try await save("one more", try await service.register(.example, by: .session(of: other)).id) == nil)
            #expect(try await save("one more", server.app.id) == nil)
            server.time.advance(seconds: SignatoryDirectory.saveTime)
            #expect(try await save("one more", apps[0].id) == nil)
        }
    }
}

extension DialectFixture {
    /// Keeps the only signature so many times more, as matches that came a little later, all in one moment.
    func copyMatches(_ count: Int) async throws {
        try await environment.database.write { [keys = environment.keys] tx in
            let id: String = try #require(try tx.first("SELECT id FROM signatureSample")).get("id")
            let first = try #require(try SignatureStore.find(id, keys: keys, in: tx))
            let told = try #require(try CaptureStore.find(id, keys: keys, in: tx))
            let at = Timestamp(milliseconds: first.at.milliseconds + 1)
            for _ in 0..<count {
                let id = ShortIdentifier.random()
                let signature = SignatureRecord(
                    id: id,
                    personID: first.personID,
                    appID: first.appID,
                    similarity: 1,
                    isMatch: true,
                    place: first.place,
                    at: at
                )
                let capture = CaptureRecord(
                    id: id,
                    personID: first.personID,
                    appID: told.appID,
                    kind: .signature,
                    details: told.details,
                    at: at
                )
                try SignatureStore.insert(signature, keys: keys, in: tx)
                try CaptureStore.insert(capture, keys: keys, in: tx)
                try ActivityStore.append(.signedIn, of: first.personID, at: at, appName: "Example", in: tx)
            }
        }
        time.advance(seconds: 1)
    }
}
