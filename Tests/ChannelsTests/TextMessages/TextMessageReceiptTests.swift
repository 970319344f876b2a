import Foundation
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Channels

/// What gateways say of texts, and what others say in their name.
@Suite struct TextMessageReceiptTests {
    @Test func aReceiptMovesForwardAndNeverBack() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            let id = try await fixture.send()
            for (status, state) in [
                ("8", TextMessage.State.accepted), ("4", .accepted), ("1", .delivered), ("8", .delivered), ("2", .delivered),
            ] {
                #expect(try await fixture.tell(status))
                #expect(try await fixture.state(of: id) == state, "\(status)")
            }
        }
    }

    @Test(arguments: ["2", "16"]) func aFailureIsToldAndStays(_ status: String) async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            let id = try await fixture.send()
            #expect(try await fixture.tell(status))
            #expect(try await fixture.tell("1"))
            #expect(try await fixture.state(of: id) == .failed)
        }
    }

    @Test func anotherKeyFindsNothing() async throws {
        try await TextMessageFixture.run(.kannel) { fixture in
            let id = try await fixture.send()
            let other = TextMessageReceipt(key: String(repeating: "a", count: 43), fields: [("status", "1")], isPosted: false)
            #expect(try await !fixture.receipts.note(other))
            #expect(
                await problem { try await fixture.receipts.note(.init(key: try fixture.key(), fields: [], isPosted: false)) }?.status == 400
            )
            #expect(try await fixture.state(of: id) == .accepted)
        }
    }

    @Test func onlyWhatTheGatewaySignedCounts() async throws {
        try await TextMessageFixture.run(.twilio) { fixture in
            let id = try await fixture.send()
            let gateway = try #require(fixture.configuration.service as? TwilioGateway)
            let key = try fixture.key()
            let fields = [("MessageSid", "SM1"), ("MessageStatus", "delivered"), ("AccountSid", GatewayDouble.sid.user)]
            let good = gateway.signature(of: fields, at: fixture.configuration.receipt(key))
            let wrong: [TextMessageReceipt] = [
                .init(key: key, fields: fields, signature: nil, isPosted: true),
                .init(key: key, fields: fields, signature: "AAAA", isPosted: true),
                .init(key: key, fields: fields + [("ErrorCode", "1")], signature: good, isPosted: true),
                .init(key: key, fields: [("MessageStatus", "failed")], signature: good, isPosted: true),
                .init(key: key, fields: fields, signature: good, isPosted: false),
                .init(key: key, fields: fields, signature: gateway.signature(of: fields, at: "https://evil.example/"), isPosted: true),
            ]
            for receipt in wrong {
                #expect(await problem { try await fixture.receipts.note(receipt) }?.status == 401)
                #expect(try await fixture.state(of: id) == .accepted)
            }
            #expect(try await fixture.receipts.note(.init(key: key, fields: fields.reversed(), signature: good, isPosted: true)))
            #expect(try await fixture.state(of: id) == .delivered)
        }
    }

    /// The example of Twilio's own documentation ("Webhooks security").
    @Test func theSignatureIsTwilios() {
        let gateway = TwilioGateway(url: TwilioGateway.service, account: .init(user: "AC1", secret: "12345"), sender: "+1")
        let fields = [
            ("CallSid", "CA1234567890ABCDE"), ("Caller", "+14158675309"), ("Digits", "1234"), ("From", "+14158675309"),
            ("To", "+18005551212"),
        ]
        #expect(gateway.signature(of: fields, at: "https://mycompany.com/myapp.php?foo=1&bar=2") == "RSOYDt4T1cUTdK1PDd93/VVr8B8=")
    }
}
