import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

struct AuthenticateTests {
    @Test func theSignatureIsComparedAndKeptWithItsCircumstances() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            var body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            body["location"] = "{\"lat\": \"55.75\", \"lon\": 37.61}"
            body["city"] = "\"Москва\""
            body["photo"] = "\"data:image/png;base64,\(Picture.png.base64)\""
            let answer = try await server.send("/authenticate/", body)
            #expect(answer.res == "0" && answer.refusal == nil, "\(answer)")
            let similarity = try #require(answer.similarity)
            #expect(similarity > 0.5 && similarity <= 1)
            let id = try #require(answer.signatureid)
            #expect(id.count == 16 && id.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            let (signature, capture) = try await server.environment.database.read { [keys = server.environment.keys] tx in
                (try SignatureStore.find(id, keys: keys, in: tx), try CaptureStore.find(id, keys: keys, in: tx))
            }
            #expect(signature?.place?.city == "Москва" && signature?.place?.latitude == 55.75)
            #expect(signature?.appID == server.app.id)
            let picture = try await server.environment.photos.bytes(of: try #require(capture))
            #expect(picture?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        }
    }

    @Test func aForgeryIsLetInWithALowSimilarity() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let forgery = signer.forgery(3, kind: .random)
            let answer = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", forgery))
            #expect(answer.res == "0")
            let similarity = try #require(answer.similarity)
            #expect(similarity < 0.5)
        }
    }

    @Test func aReplayHasSimilarityZeroAndIsMarked() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let sample = signer.genuine(30)
            let first = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", sample))
            #expect(first.refusal == nil)
            for replay in [sample, signer.genuine(0)] {
                // Another request with the same signature; the very same one is told apart below.
                let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", replay).with("city", "\"Paris\"")
                let answer = try await server.send("/authenticate/", body)
                #expect(answer.res == "0" && answer.similarity == 0 && answer.refusal == "replay", "\(answer)")
                let record = try await server.environment.database.read { [keys = server.environment.keys] tx in
                    try SignatureStore.find(answer.signatureid ?? "", keys: keys, in: tx)
                }
                #expect(record?.refusal == "replay")
            }
            let noted = try await server.environment.database.read { tx in
                try tx.rows("SELECT kind, similarity FROM activity ORDER BY number DESC LIMIT 2").map { row in
                    (try row.get("kind", as: String.self), try row.find("similarity", as: Double.self))
                }
            }
            #expect(noted.allSatisfy { $0.0 == "copyRefused" && $0.1 == nil } && noted.count == 2)
            #expect(server.environment.metrics.exposition.contains(#"paraph_copies_refused_total{place="app"} 2"#))
        }
    }

    @Test func theVerySameRequestIsAnsweredAsTheFirstTimeForSomeMinutes() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            let first = try await server.send("/authenticate/", body)
            let again = try await server.send("/authenticate/", body)
            #expect(first.similarity ?? 0 > 0.5 && again == first, "\(again)")
            #expect(try await server.count("signatureSample") == 1)
            #expect(try await server.count("attempt WHERE failures > 0") == 0)
            // Neither another app's request nor a later one.
            server.time.advance(seconds: AppAccounts.repetition + 1)
            let late = try await server.send("/authenticate/", body)
            #expect(late.similarity == 0 && late.refusal == "replay")
        }
    }

    /// Programs write a call anew for another try.
    @Test func theSameCallInAnotherFormIsAnsweredAsTheFirstTime() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            let first = try await server.send("/authenticate/", body)
            #expect(first.similarity ?? 0 > 0.5)
            let indented = DialectBody(parameters: body.parameters.reversed().map { ($0.name, "\n    \($0.json)") })
            #expect(try await server.send("/authenticate/", indented.with("resolution", "{\"height\":768,\n  \"width\" : 1024}")) == first)
            for boundary in ["one", "another"] {
                let parts = body.parameters.map { name, json in
                    let text = json.first == "\"" ? String(json.dropFirst().dropLast()) : json
                    return "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(text)\r\n"
                }
                let answer = try await server.client.execute(
                    uri: "/authenticate/",
                    method: .post,
                    headers: [.contentType: "multipart/form-data; boundary=\(boundary)"],
                    body: ByteBuffer(string: parts.joined() + "--\(boundary)--")
                ) { try JSONDecoder().decode(DialectAnswer.self, from: Data($0.body.readableBytesView)) }
                #expect(answer == first, "\(answer)")
            }
            // What the program's clock says by then makes no other call of it.
            #expect(try await server.send("/authenticate/", body.with("time", "\"21.11.2026 10:08:00\"")) == first)
            #expect(try await server.count("signatureSample") == 1)
            // Another place is another call, and its drawing a copy.
            #expect(try await server.send("/authenticate/", body.with("city", "\"Paris\"")).refusal == "replay")
        }
    }

    @Test func ofTheVerySameRequestTwiceAtOnceBothHaveOneAnswer() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            async let one = server.send("/authenticate/", body)
            async let other = server.send("/authenticate/", body)
            let answers = try await [one, other]
            #expect(answers[0] == answers[1] && answers[0].similarity ?? 0 > 0.5, "\(answers)")
        }
    }

    @Test func strangersAreUnknownAndOtherAppsSeeNoUnprovedAccount() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            let unknown = DialectAnswer(res: "2", error: "User does not exist")
            let early = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", signer.genuine(1)))
            #expect(early == unknown)
            try await server.enrol(signer, email: "a@example.org")
            let other = try await server.anotherApp()
            let login = try await server.send("/login/", .login(key: other, email: "a@example.org"))
            #expect(login == unknown)
            let answer = try await server.send("/authenticate/", .authenticate(key: other, email: "a@example.org", signer.genuine(1)))
            #expect(answer == unknown)
        }
    }

    @Test func whoHasNoTemplateThatWasCapturedByTouchMustRegister() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            let text = DialectAnswer(res: "3", error: "Registration is required for this type of device")
            try await server.environment.database.write { try $0.execute("UPDATE template SET touch = 0") }
            let byMouse = try await server.send("/login/", .login(key: server.key, email: "a@example.org"))
            #expect(byMouse == text)
            try await server.environment.database.write { try $0.execute("DELETE FROM template") }
            let login = try await server.send("/login/", .login(key: server.key, email: "a@example.org"))
            #expect(login == text)
            let answer = try await server.send("/authenticate/", .authenticate(key: server.key, email: "a@example.org", signer.genuine(1)))
            #expect(answer == text)
        }
    }

    @Test func aDisabledAccountAndTooManyMismatchesAreAnsweredSix() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 1)
            try await server.enrol(signer, email: "a@example.org")
            try await server.environment.database.write { [now = server.time.now()] tx in
                let id: String = try #require(try tx.first("SELECT id FROM person")).get("id")
                let app = try #require(try AppStore.find(server.app.id, in: tx))
                let attempts = try AppAttempts(app: app, personID: id, network: nil, at: now, in: tx)
                for _ in 0..<60 { #expect(try attempts.reserve(at: now, in: tx) == .allowed) }
            }
            let body = try DialectBody.authenticate(key: server.key, email: "a@example.org", signer.genuine(30))
            let waiting = try await server.send("/authenticate/", body)
            #expect(waiting.res == "6" && waiting.retryAfter == 30, "\(waiting)")
            server.time.advance(seconds: 31)
            let allowed = try await server.send("/authenticate/", body)
            #expect(allowed.res == "0")
            try await server.environment.database.write { try $0.execute("UPDATE person SET status = 'disabled'") }
            let login = try await server.send("/login/", .login(key: server.key, email: "a@example.org"))
            #expect(login.res == "6")
        }
    }

    @Test func aFaultOfOursIsAnsweredSevenWithAReference() async throws {
        try await DialectFixture.run { server in
            try await server.environment.database.write { try $0.execute("ALTER TABLE app RENAME TO gone") }
            let answer = try await server.send("/login/", .login(key: server.key, email: "a@example.org"))
            #expect(answer.res == "7" && answer.reference?.count == 32, "\(answer)")
        }
    }
}
