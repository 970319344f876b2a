import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphVerification
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

struct RegisterTests {
    @Test func tenSignaturesThatFitMakeATemplate() async throws {
        try await DialectFixture.run { server in
            let answer = try await server.enrol(SyntheticSigner(seed: 1), email: "anna@example.org")
            let session = try #require(answer.sessionid)
            #expect(session.count == 16 && session.allSatisfy { $0.isHexDigit && !$0.isUppercase })
            #expect(answer.error == nil)
            let standing = try await server.send("/login/", .login(key: server.key, email: "anna@example.org"))
            #expect(standing == DialectAnswer(res: "0"))
            #expect(server.mailer.letters(to: "anna@example.org").count == 1)
        }
    }

    @Test func anUnknownKeyIsAnsweredWithTheTextOfTheSpecification() async throws {
        try await DialectFixture.run { server in
            let key = "550e8400-e29b-41d4-a716-446655440000"
            let text = "Application with key '550e8400-e29b-41d4-a716-446655440000' is not registered or disabled"
            let samples = SyntheticSigner(seed: 1).samples(0..<10)
            let bodies: [(String, DialectBody)] = [
                ("/register/", try .register(key: key, email: "a@example.org", samples)),
                ("/login/", .login(key: key, email: "a@example.org")),
                ("/authenticate/", try .authenticate(key: key, email: "a@example.org", samples[0])),
            ]
            for (path, body) in bodies {
                #expect(try await server.send(path, body) == DialectAnswer(res: "1", error: text))
            }
            #expect(try await server.rowCount() == 0)
        }
    }

    @Test func theKeyIsLookedAtBeforeTheOtherParameters() async throws {
        try await DialectFixture.run { server in
            let body = DialectBody(parameters: [("apikey", "\"nonsense\"")])
            let answer = try await server.send("/register/", body)
            #expect(answer.res == "1")
        }
    }

    @Test func missingSignaturesAreCountedAndCompleteTheTemplateWhenTheyCome() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 2)
            let first = try await server.send("/register/", .register(key: server.key, email: "b@example.org", signer.samples(0..<6)))
            #expect(first.res == "2")
            #expect(first.error == "Not all signatures a valid")
            #expect(first.countModel == 10)
            #expect(first.countExist == 6)
            #expect(first.countRequired == 4)
            #expect(first.countIncorrect == 0)
            #expect(try await server.send("/login/", .login(key: server.key, email: "b@example.org")).res == "2")
            #expect(try await server.count("person") == 0)
            let second = try await server.send("/register/", .register(key: server.key, email: "b@example.org", signer.samples(6..<10)))
            #expect(second.res == "0", "\(second)")
            #expect(try await server.send("/login/", .login(key: server.key, email: "b@example.org")).res == "0")
            #expect(try await server.count("enrolment") == 0)
        }
    }

    @Test func signaturesThatDoNotFitAreCountedAndTheOthersKept() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 3)
            let strange = SyntheticSigner(seed: 77).samples(0..<3)
            let first = try await server.send(
                "/register/",
                .register(key: server.key, email: "c@example.org", signer.samples(0..<7) + strange)
            )
            #expect(first.res == "2", "\(first)")
            #expect(first.countIncorrect == 3)
            #expect(first.countExist == 7)
            #expect(first.countRequired == 3)
            let second = try await server.send("/register/", .register(key: server.key, email: "c@example.org", signer.samples(7..<10)))
            #expect(second.res == "0", "\(second)")
        }
    }

    @Test func aSignatureDoubtedBeforeCountsOnceMoreHaveCome() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 3)
            let first = SyntheticSigner(seed: 77).samples(0..<2) + signer.samples(0..<1)
            let one = try await server.send("/register/", .register(key: server.key, email: "z@example.org", first))
            #expect(one.res == "2" && (one.countIncorrect ?? 0) > 0, "\(one)")
            let two = try await server.send("/register/", .register(key: server.key, email: "z@example.org", signer.samples(1..<10)))
            #expect(two.res == "0", "\(two)")
        }
    }

    @Test func samplesSentAgainAreRecognisedAndNotTakenForReplays() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 4)
            let body = try DialectBody.register(key: server.key, email: "d@example.org", signer.samples(0..<7))
            let first = try await server.send("/register/", body)
            let again = try await server.send("/register/", body)
            #expect(first.countExist == 7 && again.countExist == 7)
            #expect(again.countIncorrect == 0)
            let all = try await server.send("/register/", .register(key: server.key, email: "d@example.org", signer.samples(0..<10)))
            #expect(all.res == "0", "\(all)")
        }
    }

    @Test func tenNewSignaturesReplaceOnesThatTheyDoNotFit() async throws {
        try await DialectFixture.run { server in
            let old = SyntheticSigner(seed: 5).samples(0..<6)
            #expect(try await server.send("/register/", .register(key: server.key, email: "e@example.org", old)).res == "2")
            let signer = SyntheticSigner(seed: 6)
            try await server.enrol(signer, email: "e@example.org")
            let answer = try await server.send("/authenticate/", .authenticate(key: server.key, email: "e@example.org", signer.genuine(20)))
            let similarity = try #require(answer.similarity)
            #expect(similarity > 0.5)
        }
    }

    @Test func aPendingRegistrationEndsAfterThirtyMinutes() async throws {
        try await DialectFixture.run { server in
            let signer = SyntheticSigner(seed: 7)
            _ = try await server.send("/register/", .register(key: server.key, email: "f@example.org", signer.samples(0..<7)))
            server.time.advance(seconds: 30 * 60 + 1)
            let late = try await server.send("/register/", .register(key: server.key, email: "f@example.org", signer.samples(7..<10)))
            #expect(late.countExist == 3)
            #expect(late.countRequired == 7)
        }
    }

    @Test func aPendingRegistrationBelongsToOneAppAndAddress() async throws {
        try await DialectFixture.run { server in
            let other = try await server.anotherApp()
            let signer = SyntheticSigner(seed: 8)
            _ = try await server.send("/register/", .register(key: server.key, email: "g@example.org", signer.samples(0..<7)))
            let elsewhere = try await server.send("/register/", .register(key: other, email: "g@example.org", signer.samples(7..<10)))
            #expect(elsewhere.countExist == 3)
        }
    }

    @Test func theLastRequestMayBeSentAgain() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "h@example.org", SyntheticSigner(seed: 9).samples(0..<10))
            let first = try await server.send("/register/", body)
            let again = try await server.send("/register/", body)
            #expect(first.res == "0" && again.res == "0")
            #expect(first.sessionid != again.sessionid)
            #expect(try await server.count("person") == 1)
            server.time.advance(seconds: 30 * 60 + 1)
            #expect(try await server.send("/register/", body).res == "4")
        }
    }

    @Test func theSameRequestTwiceAtOnceMakesOneAccount() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "i@example.org", SyntheticSigner(seed: 10).samples(0..<10))
            let results = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<4 { group.addTask { try await server.send("/register/", body).res } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results == ["0", "0", "0", "0"])
            #expect(try await server.count("person") == 1)
            #expect(try await server.count("template") == 1)
        }
    }

    @Test func theSessionOpensNothingOfTheNativeAPI() async throws {
        try await DialectFixture.run { server in
            let session = try #require(try await server.enrol(SyntheticSigner(seed: 11), email: "j@example.org").sessionid)
            let status = try await server.client.execute(
                uri: "/v1/me/apps",
                method: .get,
                headers: .app(server.key, token: session)
            ) { $0.status }
            #expect(status == .unauthorized)
        }
    }

    @Test func everythingThatTheAppTellsIsKeptAndSealed() async throws {
        try await DialectFixture.run { server in
            var body = try DialectBody.register(key: server.key, email: "k@example.org", SyntheticSigner(seed: 12).samples(0..<10))
            body["company_name"] = "\"ООО Ромашка\""
            body["position"] = "\"Директор\""
            body["phone_number"] = "\"+7 (495) 123-45-67\""
            body["birthday"] = "\"31.12.1990\""
            body["sex"] = "\"female\""
            body["location"] = "{\"lat\": 55.7512345, \"lon\": 37.6184321}"
            body["country"] = "\"Россия\""
            body["city"] = "\"Москва\""
            body["address"] = "\"Тверская 1\\nМосква\""
            body["photo"] = "\"\(Picture.png.base64)\""
            #expect(try await server.send("/register/", body).res == "0")
            let now = server.time.now()
            let (person, capture) = try await server.environment.database.read { [keys = server.environment.keys] tx in
                let id: String = try #require(try tx.first("SELECT id FROM person")).get("id")
                return (
                    try #require(try PersonStore.find(id, keys: keys, in: tx)),
                    try #require(try CaptureStore.page(of: id, after: nil, until: now, limit: 1, keys: keys, in: tx).first)
                )
            }
            #expect(person.profile.companyName == "ООО Ромашка")
            #expect(person.profile.phoneNumber == "+74951234567")
            #expect(person.profile.birthday == "1990-12-31")
            #expect(person.profile.sex == .female)
            #expect(person.photo?.mediaType == "image/png")
            #expect(capture.details.location?.latitude == 55.7512345)
            #expect(capture.details.address == "Тверская 1, Москва")
            #expect(capture.details.clientTime == "21.11.2026 10:07:59")
            let raw = try await server.environment.database.read { tx in
                try tx.rows("SELECT sealedDetails FROM capture").map { try $0.get("sealedDetails", as: [UInt8].self) }
            }
            #expect(!raw.contains { String(decoding: $0, as: UTF8.self).contains("55.75") })
        }
    }

    @Test func theLastRequestSentAgainOpensFewSessions() async throws {
        try await DialectFixture.run { server in
            let body = try DialectBody.register(key: server.key, email: "a@example.org", SyntheticSigner(seed: 1).samples(0..<10))
            for _ in 0..<SessionStore.dialectLimit + 5 {
                server.time.advance(seconds: 1)
                #expect(try await server.send("/register/", body).res == "0")
            }
            #expect(try await server.count("session") == SessionStore.dialectLimit)
            let oldest: Int64 = try await server.environment.database.read {
                try #require(try $0.first("SELECT MIN(createdAt) AS at FROM session")).get("at")
            }
            let kept = Int64(SessionStore.dialectLimit - 1)
            #expect(oldest == server.time.now().milliseconds - kept * 1_000)
        }
    }
}
