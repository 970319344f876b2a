import Foundation
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// Texts on their way, by gateways that refuse what the real ones refuse.
@Suite struct TextMessageLaneTests {
    @Test(arguments: TextMessageFixture.Kind.allCases) func aTextArrivesWithTheAddressOfItsReceipt(_ kind: TextMessageFixture.Kind)
        async throws
    {
        try await TextMessageFixture.run(kind) { fixture in
            let id = try await fixture.send("Код Paraph: 123456.")
            let taken = try #require(fixture.gateway.taken.first)
            #expect(fixture.gateway.refused.isEmpty && fixture.gateway.taken.count == 1)
            #expect(taken.to == "+79161234567" && taken.text == "Код Paraph: 123456.")
            #expect(taken.receipt.hasPrefix("https://sign.example.org/text-messages/receipts/"))
            #expect(try fixture.key().count == 43)
            #expect(try await fixture.state(of: id) == .accepted)
            #expect(try await fixture.counts() == (0, 0))
        }
    }

    @Test func kannelIsToldWhichTextsNeedUTF16() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            for text in ["Code {1} à é €", "Code\u{A0}: ê"] {
                _ = try await fixture.send(text)
                fixture.time.advance(seconds: 61)
            }
            #expect(fixture.gateway.taken.map(\.coding) == ["0", "2"])
        }
    }

    @Test(arguments: TextMessageFixture.Kind.allCases) func whatTheGatewayFindsFaultWithIsGivenUp(_ kind: TextMessageFixture.Kind)
        async throws
    {
        try await TextMessageFixture.run(kind) { fixture in
            fixture.gateway.fail(400)
            let id = try await fixture.send()
            #expect(try await fixture.state(of: id) == .failed)
            #expect(try await fixture.counts() == (0, 1))
            let failure: String? = try await fixture.database.read { try $0.first("SELECT failure FROM outboxItem")?.find("failure") }
            #expect(try #require(failure).hasSuffix(kind == .kannel ? "answered 400" : "answered 400 (21211)"))
        }
    }

    @Test func whatNoCarrierTakesIsGivenUp() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            guard case .taken(let id) = try await fixture.enqueue(to: "+33666661234") else { throw Problem.notFound("text") }
            try await fixture.sendDue()
            #expect(try await fixture.state(of: id) == .failed && fixture.gateway.refused == [403])
        }
    }

    @Test(arguments: TextMessageFixture.Kind.allCases, [401, 403, 429, 503])
    func whatALaterTryMayMendIsTriedAgain(_ kind: TextMessageFixture.Kind, _ status: Int) async throws {
        try await TextMessageFixture.run(kind) { fixture in
            fixture.gateway.fail(status)
            let id = try await fixture.send()
            #expect(try await fixture.state(of: id) == .waiting)
            fixture.gateway.fail(nil)
            fixture.time.advance(seconds: 10)
            try await fixture.sendDue()
            #expect(try await fixture.state(of: id) == .accepted && fixture.gateway.taken.count == 1)
        }
    }

    @Test func whatIsTooOldIsNotSentAnyMore() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            fixture.gateway.fail(503)
            let id = try await fixture.send()
            fixture.gateway.fail(nil)
            fixture.time.advance(seconds: 600)
            try await fixture.sendDue()
            #expect(try await fixture.state(of: id) == .expired && fixture.gateway.taken.isEmpty)
            #expect(try await fixture.counts() == (0, 0))
        }
    }

    @Test func whoseReceiptCameIsNotSentAgain() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            let id = try await fixture.send()
            // As where the program died before it noted what the gateway answered.
            try await fixture.database.write { tx in
                try tx.execute("UPDATE textMessage SET state = 'waiting' WHERE id = \(id)")
            }
            #expect(try await fixture.tell("1"))
            let again = Outbox(keys: fixture.keys, time: fixture.time)
            let item = TextMessageItem(
                id: id,
                receipt: try fixture.key(),
                message: TextMessage(to: "+79161234567", text: "again", expiresAt: fixture.time.now().adding(seconds: 60))
            )
            _ = try await fixture.database.write {
                try again.enqueue(Array(try JSONEncoder().encode(item)), lane: TextMessageLane.name, in: $0)
            }
            try await fixture.sendDue()
            #expect(fixture.gateway.taken.count == 1)
        }
    }

    @Test func aKeyIsSentOnce() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            let first = try await fixture.enqueue(key: "one")
            #expect(try await fixture.enqueue(key: "one") == first)
            try await fixture.sendDue()
            #expect(fixture.gateway.taken.count == 1)
        }
    }

    @Test func nothingThatNamesAnybodyLiesInTheClear() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            _ = try await fixture.enqueue()
            let rows = try await fixture.database.read { tx in
                try tx.rows("SELECT * FROM textMessage").map { "\($0)" } + tx.rows("SELECT * FROM outboxItem").map { "\($0)" }
            }
            #expect(rows.count == 2)
            for secret in ["79161234567", "123456", GatewayDouble.account.secret] {
                #expect(!rows.joined().contains(secret))
                #expect(!"\(fixture.configuration)".contains(GatewayDouble.account.secret))
            }
        }
    }
}
