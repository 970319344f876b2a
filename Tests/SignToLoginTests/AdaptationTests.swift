import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

struct AdaptationTests {
    /// How many references the person's template has beyond those of enrolment.
    private func additions(_ server: DialectFixture, of signatureID: String?) async throws -> Int {
        try await server.environment.database.read { [keys = server.environment.keys, app = server.app.id] tx in
            let record = try #require(try SignatureStore.find(signatureID ?? "", keys: keys, in: tx))
            let template = try #require(try TemplateStore.find(of: record.personID, forApp: app, in: tx))
            return try AdaptiveTemplate(decoding: try TemplateStore.open(template, keys: keys, in: tx)).additions
        }
    }

    @Test func anAcceptedSignatureBecomesAReferenceOnceAWeek() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            var number = 30
            /// Signs until a sample is good enough to be added, three times at most.
            func sign() async throws -> Int {
                var found = 0
                for _ in 0..<3 {
                    number += 1
                    let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(number))
                    let answer = try await server.send("/authenticate/", body)
                    #expect(answer.refusal == nil)
                    found = try await additions(server, of: answer.signatureid)
                }
                return found
            }
            #expect(try await sign() == 0)
            let database = server.environment.database
            let before: [UInt8] = try #require(
                try await database.read { try $0.first("SELECT sealedBytes FROM template")?.get("sealedBytes") }
            )
            for week in 1...2 {
                server.time.advance(seconds: 7 * 86_400)
                #expect(try await sign() == week)
            }
            let forged = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.forgery(1, kind: .random))
            server.time.advance(seconds: 7 * 86_400)
            #expect(try await additions(server, of: server.send("/authenticate/", forged).signatureid) == 2)
            // What became a reference cannot be played back.
            let replay = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(number))
            #expect(try await server.send("/authenticate/", replay).refusal == "replay")
            // Nor can whoever writes to the database put the earlier bytes back.
            try await database.write { try $0.execute("UPDATE template SET sealedBytes = \(before)") }
            await #expect(throws: (any Error).self) {
                try await database.read { [keys = server.environment.keys] tx in
                    let row = try #require(try tx.first("SELECT * FROM template"))
                    return try TemplateStore.open(try TemplateRecord(row: row), keys: keys, in: tx)
                }
            }
        }
    }

    @Test func aTemplateThatTookASampleInIsComparedWithItsTracesToo() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let judge = SignatureJudge(environment: server.environment)
            let app = server.app.id
            let place = try await server.environment.database.read { tx in
                TemplatePlace(personID: try #require(try tx.first("SELECT personId FROM template")).get("personId"), appID: app)
            }
            let circumstances = SignatureJudge.Circumstances(source: try await server.source(), party: "test", appID: app)
            let traces = try await server.count("trace")
            #expect(try await judge.load(place.personID, digest: [], circumstances).history.traces.isEmpty && traces > 0)
            server.time.advance(seconds: 7 * 86_400)
            var known = try await judge.load(place.personID, digest: [], circumstances)
            for number in 31..<34 where known.template.additions == 0 {
                let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(number))
                _ = try await server.send("/authenticate/", body)
                known = try await judge.load(place.personID, digest: [], circumstances)
            }
            #expect(known.template.additions == 1)
            #expect(try await known.history.traces.count == server.count("trace"))
        }
    }
}
