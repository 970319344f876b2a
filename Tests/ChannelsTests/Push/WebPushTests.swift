import Foundation
import HTTPTypes
import ParaphStorage
import ParaphTrust
import ParaphWire
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// Alerts to browsers, from the transaction that causes one to what the push service is sent.
@Suite struct WebPushTests {
    private let service = PushServiceDouble()
    private let browser = MadeUpBrowser()
    private let all = PushCategory.allCases

    @Test func anAlertReachesTheBrowserWithACategoryAndAnIdAlone() async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(.init(webPush: browser.address("\(url)/send/1"), categories: all), of: "anna", session: "s1")
                try await fixture.alert("anna", .signIns, id: "0123abcd", seconds: 90)
                try await fixture.send()
                let sent = try #require(service.sent.first)
                #expect(service.sent.count == 1 && sent.target == "/send/1")
                #expect(try browser.read(sent.body) == PushAlert(category: .signIns, id: "0123abcd"))
                #expect(sent.headers["ttl"] == "90" && sent.headers["urgency"] == "high" && sent.headers["topic"] == "0123abcd")
                #expect(sent.headers["content-encoding"] == "aes128gcm")
                #expect(try await fixture.counts() == (0, 0))
            }
        }
    }

    @Test func onlyThoseWhoWantACategoryAreAlertedAndNotWhoCausedIt() async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(
                    .init(webPush: browser.address("\(url)/send/1"), categories: [.requests]),
                    of: "anna",
                    session: "s1"
                )
                try await fixture.register(.init(webPush: browser.address("\(url)/send/2"), categories: all), of: "anna", session: "s2")
                try await fixture.register(.init(webPush: browser.address("\(url)/send/3"), categories: all), of: "boris", session: "s3")
                try await fixture.alert("anna", .documents, id: "d1")
                try await fixture.alert("anna", .requests, id: "r1", exceptSession: "s2")
                try await fixture.send()
                #expect(service.sent.map(\.target).sorted() == ["/send/1", "/send/2"])
            }
        }
    }

    @Test(arguments: [404, 410]) func anAddressThatIsGoneEndsTheSubscription(_ status: Int) async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(.init(webPush: browser.address("\(url)/send/1"), categories: all), of: "anna", session: "s1")
                service.recorder.answerNext(.init(status: status))
                try await fixture.alert("anna", .requests, id: "r1")
                try await fixture.send()
                #expect(try await fixture.subscribed().isEmpty)
                #expect(try await fixture.counts() == (0, 0))
                #expect(try await fixture.settings(session: "s1").categories == nil)
            }
        }
    }

    @Test(arguments: [429, 500, 503]) func aServiceThatIsBusyIsAskedAgainWhenItSays(_ status: Int) async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(.init(webPush: browser.address("\(url)/send/1"), categories: all), of: "anna", session: "s1")
                service.recorder.answerNext(.init(status: status, headers: [.retryAfter: "30"]))
                try await fixture.alert("anna", .requests, id: "r1")
                try await fixture.send()
                fixture.time.advance(seconds: 29)
                try await fixture.send()
                #expect(service.sent.count == 1)
                fixture.time.advance(seconds: 2)
                try await fixture.send()
                #expect(service.sent.count == 2)
                #expect(try await fixture.counts() == (0, 0))
                #expect(try await fixture.subscribed() == ["s1"])
            }
        }
    }

    @Test func whatIsWorthNothingAnyMoreIsNotSent() async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(.init(webPush: browser.address("\(url)/send/1"), categories: all), of: "anna", session: "s1")
                service.recorder.answerNext(.init(status: 503))
                try await fixture.alert("anna", .requests, id: "r1", seconds: 60)
                try await fixture.send()
                fixture.time.advance(seconds: 61)
                try await fixture.send()
                #expect(service.sent.count == 1)
                #expect(try await fixture.counts() == (0, 0))
            }
        }
    }

    @Test func nothingIsSentOnceTheSessionEndedAndTheSubscriptionEndsWithIt() async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                for session in ["s1", "s2"] {
                    let address = browser.address("\(url)/send/\(session)")
                    try await fixture.register(.init(webPush: address, categories: all), of: "anna", session: session)
                }
                try await fixture.alert("anna", .requests, id: "r1")
                fixture.sessions.end("s1")
                try await fixture.send()
                #expect(service.sent.map(\.target) == ["/send/s2"])
                #expect(try await fixture.subscribed() == ["s2"])
                fixture.sessions.end("s2")
                #expect(try await PushSweep(environment: fixture.channel.environment, batch: 1).turn() == false)
                #expect(try await fixture.subscribed().isEmpty)
                await #expect(throws: Problem.self) {
                    let address = browser.address("\(url)/send/3")
                    try await fixture.register(.init(webPush: address, categories: all), of: "anna", session: "s2")
                }
            }
        }
    }

    @Test func anAddressBelongsToWhoRegisteredItLast() async throws {
        try await PushFixture.run { fixture in
            let address = browser.address("https://push.example.net/send/1")
            try await fixture.register(.init(webPush: address, categories: all), of: "anna", session: "s1")
            try await fixture.register(.init(webPush: address, categories: [.notices]), of: "boris", session: "s2")
            #expect(try await fixture.subscribed() == ["s2"])
            #expect(try await fixture.settings(session: "s2").categories == [Open(.notices)])
            try await fixture.end(session: "s2")
            #expect(try await fixture.subscribed().isEmpty)
        }
    }

    @Test func thePersonsKeyOpensAddressesAndTheirErasureTakesThem() async throws {
        try await PushFixture.run { fixture in
            let address = browser.address("https://push.example.net/send/secret-part")
            try await fixture.register(.init(webPush: address, categories: all), of: "anna", session: "s1")
            try await fixture.database.write { [keys = fixture.keys, now = fixture.time.now()] tx in
                let told = try PushChannel.export(of: "anna", keys: keys, in: tx)
                let text = String(decoding: told.flatMap(\.json), as: UTF8.self)
                #expect(text.contains("push.example.net") && !text.contains("secret-part"))
                let row = try #require(try tx.first("SELECT sealedAddress FROM pushSubscription"))
                #expect(!String(decoding: try row.get("sealedAddress", as: [UInt8].self), as: UTF8.self).contains("secret-part"))
                _ = try PushChannel.erase("anna", at: now, keys: keys, in: tx)
            }
            #expect(try await fixture.subscribed().isEmpty)
        }
    }

    @Test func theKeyForBrowsersStaysTheSame() async throws {
        try await PushFixture.run { fixture in
            let first = try await fixture.settings(session: "s1").webPushKey
            #expect(first.bytes.count == 65)
            #expect(try await fixture.settings(session: "s2").webPushKey == first)
        }
    }

    @Test func addressesOnPrivateNetworksAreNotAskedUnlessAllowed() async throws {
        let fixture = try await PushFixture(.public)
        for endpoint in [
            "http://push.example.net/1", "https://anna@push.example.net/1", "file:///etc/passwd", "https://push.example.net:22/1",
            "https://127.0.0.1/1", "https://[::1]/1", "https://localhost/1", "https://10.1.2.3/1", "https://169.254.169.254/1",
        ] {
            await #expect(throws: Problem.self, "\(endpoint)") {
                try await fixture.register(.init(webPush: browser.address(endpoint), categories: all), of: "anna", session: "s1")
            }
        }
        // What a name stands for is looked at when it is asked; these are names of 127.0.0.1 and 10.0.0.1 to the system.
        for host in ["127.1", "0x7f.1", "2130706433", "10.1"] {
            try await fixture.register(.init(webPush: browser.address("https://\(host)/1"), categories: all), of: "anna", session: "s1")
            try await fixture.alert("anna", .requests, id: Identifier.random())
            try await fixture.send()
            #expect(try await fixture.subscribed().isEmpty, "\(host)")
        }
        #expect(try await fixture.counts().dead == 4)
        await fixture.database.close()
    }

    @Test func aServiceThatLeadsElsewhereIsNotFollowed() async throws {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(.init(webPush: browser.address("\(url)/send/1"), categories: all), of: "anna", session: "s1")
                service.recorder.answerNext(.init(status: 307, headers: [.location: "\(url)/send/2"]))
                try await fixture.alert("anna", .requests, id: "r1")
                try await fixture.send()
                #expect(service.sent.map(\.target) == ["/send/1"])
            }
        }
    }

    @Test(arguments: [400, 401, 403, 413]) func aServiceThatFindsFaultWithUsIsNotAskedAgainAndTheSubscriptionStays(_ status: Int)
        async throws
    {
        try await PushFixture.run { fixture in
            try await service.run { url in
                try await fixture.register(.init(webPush: browser.address("\(url)/send/1"), categories: all), of: "anna", session: "s1")
                service.recorder.answerNext(.init(status: status))
                try await fixture.alert("anna", .requests, id: "r1")
                try await fixture.send()
                #expect(try await fixture.counts() == (0, 1))
                #expect(try await fixture.subscribed() == ["s1"])
            }
        }
    }

    @Test func registrationsThatCannotBeMeantAreRefused() async throws {
        try await PushFixture.run { fixture in
            let address = browser.address("https://push.example.net/1")
            let short = WebPushAddress(endpoint: address.endpoint, p256dh: address.p256dh, auth: Base64URL([1]))
            let wrong: [PushRegistration] = [
                .init(categories: all), .init(webPush: address, categories: []),
                .init(webPush: address, categories: [.requests, .requests]),
                .init(webPush: short, categories: all), .init(apple: .init(token: String(repeating: "ab", count: 32)), categories: all),
                .init(webPush: address, apple: .init(token: String(repeating: "ab", count: 32)), categories: all),
            ]
            for registration in wrong {
                await #expect(throws: Problem.self) { try await fixture.register(registration, of: "anna", session: "s1") }
            }
        }
    }

    @Test func everyAlertIsShort() throws {
        let encoder = JSONEncoder()
        for category in PushCategory.allCases {
            #expect(try encoder.encode(PushAlert(category: category, id: String(repeating: "f", count: 64))).count <= PushAlert.limit)
        }
    }
}
