import Crypto
import Foundation
import ParaphWire
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// Alerts to Apple's devices, by a service that refuses what Apple refuses.
@Suite struct APNsTests {
    private let apple = AppleServiceDouble()
    private let all = PushCategory.allCases

    /// A token with an end that tells the service what to do with it.
    private static func token(_ end: String, _ digit: Character = "a") -> String { String(repeating: digit, count: 64 - end.count) + end }

    private func run(_ body: @escaping @Sendable (PushFixture) async throws -> Void) async throws {
        try await apple.run { configuration in
            try await PushFixture.run(apple: configuration) { fixture in
                apple.setClock(fixture.time.now().milliseconds / 1000)
                do {
                    try await body(fixture)
                } catch {
                    try await fixture.channel.apns?.close()
                    throw error
                }
                try await fixture.channel.apns?.close()
            }
        }
    }

    private func register(_ token: String, _ fixture: PushFixture, session: String = "s1") async throws {
        try await fixture.register(.init(apple: .init(token: token), categories: all), of: "anna", session: session)
    }

    @Test func anAlertReachesTheDeviceWithWordsOfTheAppsOwnCatalogue() async throws {
        try await run { fixture in
            try await register(Self.token("1234"), fixture)
            try await fixture.alert("anna", .signIns, id: "0123456789abcdef", seconds: 90)
            try await fixture.send()
            let sent = try #require(apple.taken.first, "\(apple.refused)")
            #expect(sent.target == Self.token("1234") && apple.taken.count == 1)
            let payload = try #require(JSONSerialization.jsonObject(with: Data(sent.body)) as? [String: Any])
            let aps = try #require(payload["aps"] as? [String: Any])
            #expect(Set(payload.keys) == ["aps", "id"] && payload["id"] as? String == "0123456789abcdef")
            #expect(Set(aps.keys) == ["alert", "badge", "category", "sound"] && aps["category"] as? String == "signIns")
            #expect(
                aps["alert"] as? [String: String] == ["title-loc-key": "alert.shown.signIns.title", "loc-key": "alert.shown.signIns.text"]
            )
            #expect(sent.body.count <= 256)
            let now = fixture.time.now().milliseconds / 1000
            #expect(sent.headers["apns-priority"] == "10" && sent.headers["apns-expiration"] == String(now + 90))
            #expect(sent.headers["apns-collapse-id"] == "0123456789abcdef" && sent.headers["apns-topic"] == "org.example.sign")
            #expect(try await fixture.counts() == (0, 0))
        }
    }

    @Test func everyPayloadIsShort() throws {
        for category in all {
            #expect(try APNsLane.payload(of: PushAlert(category: category, id: String(repeating: "f", count: 32))).count <= 256)
        }
    }

    @Test func aTokenThatIsGoneEndsUnlessItWasRegisteredAgainSince() async throws {
        try await run { fixture in
            try await register(Self.token("0410"), fixture, session: "s1")
            try await register(Self.token("0411"), fixture, session: "s2")
            try await register(Self.token("04ff"), fixture, session: "s3")
            try await fixture.alert("anna", .requests, id: "r1")
            try await fixture.send()
            #expect(try await fixture.subscribed() == ["s2"])
            #expect(try await fixture.counts() == (0, 0))
        }
    }

    @Test(arguments: ["0429", "0503"]) func aServiceThatIsBusyIsAskedAgain(_ end: String) async throws {
        try await run { fixture in
            try await register(Self.token(end), fixture)
            try await fixture.alert("anna", .requests, id: "r1")
            try await fixture.send()
            #expect(try await fixture.counts() == (1, 0))
            fixture.time.advance(seconds: 6)
            try await fixture.send()
            #expect(apple.refused.count == 2)
            #expect(try await fixture.subscribed() == ["s1"])
        }
    }

    @Test func aBadTokenIsNotTriedAgainAndEndsAfterSome() async throws {
        try await run { fixture in
            try await register(Self.token("bad0"), fixture)
            for number in 1...4 {
                #expect(try await fixture.subscribed() == ["s1"], "\(number)")
                try await fixture.alert("anna", .requests, id: "r\(number)")
                try await fixture.send()
            }
            #expect(try await fixture.subscribed().isEmpty)
            #expect(apple.refused == Array(repeating: "BadDeviceToken", count: 4))
            #expect(try await fixture.counts() == (0, 4))
        }
    }

    @Test func oneStatementServesForAWhileAndAnotherIsMadeBeforeItIsTooOld() async throws {
        try await run { fixture in
            try await register(Self.token("1234"), fixture)
            for (number, minutes) in [0, 19, 49, 51, 100].enumerated() {
                let start = Int64(minutes) * 60
                let passed = fixture.time.now().milliseconds / 1000 - 1_795_255_200
                fixture.time.advance(seconds: start - passed)
                apple.setClock(fixture.time.now().milliseconds / 1000)
                try await fixture.alert("anna", .requests, id: "r\(number)")
                try await fixture.send()
            }
            let statements = apple.taken.map(\.statement)
            #expect(statements.count == 5 && apple.refused.isEmpty, "\(apple.refused)")
            #expect(statements[0] == statements[1] && statements[1] == statements[2] && statements[2] != statements[3])
            #expect(statements[3] == statements[4])
        }
    }

    @Test func aStatementThatAppleCallsTooOldIsMadeAnewOnceItMayBe() async throws {
        let token = ProviderToken(
            APNsConfiguration(key: P256.Signing.PrivateKey(), keyID: "KEY1234567", teamID: "TEAM123456", topic: "org.example.sign")
        )
        let now = ManualTime().now()
        let first = try token.text(at: now)
        token.expire(at: now.adding(seconds: 60))
        #expect(try token.text(at: now.adding(seconds: 61)) == first)
        token.expire(at: now.adding(seconds: 1200))
        #expect(try token.text(at: now.adding(seconds: 1201)) != first)
    }

    @Test func manyAreSentByOneStatement() async throws {
        try await run { fixture in
            for number in 0..<30 {
                let end = String(format: "%04x", 0x1000 + number)
                try await register(Self.token(end), fixture, session: "s\(number)")
            }
            try await fixture.alert("anna", .requests, id: "r1")
            try await fixture.send()
            try await fixture.send()
            #expect(apple.taken.count == 30 && Set(apple.taken.map(\.target)).count == 30)
            #expect(Set(apple.taken.map(\.statement)).count == 1)
        }
    }
}
