import Foundation
import HummingbirdTesting
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Documents that one device of a person asks another one to sign: what passes between them.
@Suite struct HandOverTests {
    @Test func whatThePhoneDrawsTheComputerPlaces() async throws {
        try await HandOverFixture.run { fixture in
            let handed = try await fixture.ask()
            #expect(handed.status == .waiting && handed.isHere && handed.id.utf8.count == 32)
            let shown = try await fixture.show(handed.id, to: fixture.phone.token)
            #expect(shown.name == "Lease.pdf" && shown.deviceName == fixture.person.device.name && !shown.isHere)
            let id = try #require(try await fixture.draw(handed).signatureId)
            let activity = try await fixture.server.call(IdentityEndpoints.activity, token: fixture.person.token)
            #expect(activity.items.first { $0.kind == "signatureGiven" }?.deviceName == "Anna’s device 0 → Anna’s phone")
            let told = try await fixture.show(handed.id, to: fixture.person.token)
            #expect(told.status == .drawn && told.signatureId == id && told.audience == "http://localhost:8080" && told.ink == .blue)
            #expect(told.drawing?.bytes == InkDrawing(fixture.person.genuine(1))?.encoded())
            let elsewhere = try await fixture.show(handed.id, to: fixture.phone.token)
            #expect(elsewhere.status == .drawn && elsewhere.drawing == nil && elsewhere.signatureId == nil && elsewhere.audience == nil)
            #expect(try await fixture.refusal(fixture.person.device, id) == nil)
            let known = try await fixture.server.database.read { try fixture.server.domain.directory.signature(id, in: $0) }
            #expect(known?.deviceVersion == "Anna’s device 0 → Anna’s phone")
            fixture.server.time.advance(seconds: 900)
            #expect(try await fixture.show(handed.id, to: fixture.person.token).drawing == nil, "it can be placed no more")
            #expect(try await fixture.refusal(fixture.person.device, id) == "signatureExpired")
        }
    }

    @Test func appsAskForNoneAndSeeNone() async throws {
        try await HandOverFixture.run { fixture in
            let handed = try await fixture.ask()
            // The person's session is an app's from here on.
            try await fixture.server.database.makeUpRows { tx in
                try tx.execute("UPDATE session SET appId = 'a1' WHERE personId = \(fixture.person.id)")
            }
            #expect(await problem { try await fixture.ask() }?.code == "ownSessionRequired")
            #expect(await problem { try await fixture.show(handed.id, to: fixture.person.token) }?.code == "notFound")
            #expect(await problem { try await fixture.show(handed.id, to: fixture.phone.token) }?.code == "notFound")
            #expect(await problem { try await fixture.challenge(handed, on: fixture.phone) }?.code == "notFound")
        }
    }

    @Test func eitherSideEndsIt() async throws {
        try await HandOverFixture.run { fixture in
            let server = fixture.server
            for (token, status) in [(fixture.person.token, HandOver.Status.cancelled), (fixture.phone.token, .declined)] {
                let handed = try await fixture.ask()
                let challenge = try await fixture.challenge(handed, on: fixture.phone)
                _ = try await server.call(IdentityEndpoints.endHandOver, handed.id, token: token)
                for party in [fixture.person.token, fixture.phone.token] {
                    #expect(try await fixture.show(handed.id, to: party).status == status)
                }
                let refusal = await problem {
                    try await server.answer(challenge, by: fixture.person, fixture.person.genuine(1), device: fixture.phone.device) {
                        $0.doc = handed.hash
                        $0.for = handed.deviceId
                    }
                }
                #expect(refusal?.code == "handOverOver")
            }
            let handed = try await fixture.ask()
            server.time.advance(seconds: 600)
            #expect(try await fixture.show(handed.id, to: fixture.phone.token).status == .expired)
            #expect(await problem { try await fixture.draw(handed) }?.code == "handOverOver")
        }
    }

    @Test func threeWaitAtMostAndTheOldestGoes() async throws {
        try await HandOverFixture.run { fixture in
            var ids: [String] = []
            for number in 0..<4 {
                ids.append(try await fixture.ask("\(number).pdf").id)
                fixture.server.time.advance(seconds: 1)
            }
            var states: [HandOver.Status?] = []
            for id in ids { states.append(try await fixture.show(id, to: fixture.phone.token).status.known) }
            #expect(states == [.cancelled, .waiting, .waiting, .waiting])
        }
    }

    @Test func aSessionThatAsksWithoutEndSpendsItsOwnOnly() async throws {
        try await HandOverFixture.run(devices: 2) { fixture in
            let mine = try await fixture.ask()
            // Another session of the person's, as somebody else at an open browser has one.
            let other = fixture.others[1].token
            let wanted = HandOverRequest(hash: HandOverFixture.document, name: "other.pdf")
            for _ in 0..<HandOverStore.mostAnHour {
                _ = try await fixture.server.call(IdentityEndpoints.handOver, body: wanted, token: other)
                fixture.server.time.advance(seconds: 1)
            }
            let refusal = await problem { try await fixture.server.call(IdentityEndpoints.handOver, body: wanted, token: other) }
            #expect(refusal?.code == "tooManyHandOvers" && refusal?.status == 429 && refusal?.retryAfter == 3540)
            #expect(try await fixture.server.count("handOver") == HandOverStore.mostAnHour + 1)
            #expect(try await fixture.show(mine.id, to: fixture.phone.token).status == .waiting)
            _ = try await fixture.ask()
            fixture.server.time.advance(seconds: 3540)
            _ = try await fixture.server.call(IdentityEndpoints.handOver, body: wanted, token: other)
        }
    }

    @Test func aComputerWhoseKeyIsAPasskeyPlacesByIt() async throws {
        try await HandOverFixture.run { fixture in
            let server = fixture.server
            var passkey = TestPasskey()
            let approval = try await server.approval(fixture.person, .protectDevice, sample: 8)
            _ = try await server.add(&passkey, to: fixture.person, approval: approval, forDevice: true)
            let id = try #require(try await fixture.draw(try await fixture.ask()).signatureId)
            let claims = SealClaims(
                aud: "http://localhost:8080",
                dec: "seal",
                dig: Base64URL(HandOverFixture.digest).text,
                doc: HandOverFixture.document,
                iat: Int(server.time.now().milliseconds / 1000),
                sig: id
            )
            var stranger = TestPasskey()
            for (isRight, statement) in [(false, try stranger.statement(claims)), (true, try passkey.statement(claims))] {
                let request = SealRequest(
                    signatureId: id,
                    previousHash: HandOverFixture.document,
                    digest: Base64URL(HandOverFixture.digest),
                    passkey: statement
                )
                let refusal = await problem { try await server.domain.directory.authorize(request, personID: fixture.person.id) }
                #expect(refusal?.code == (isRight ? nil : "badAssertion"))
            }
            #expect(try await fixture.refusal(fixture.person.device, id) == "badAssertion", "the key that the passkey took the place of")
        }
    }

    @Test func whatIsOverIsSweptAwayAndWhatIsNoDocumentIsRefused() async throws {
        try await HandOverFixture.run { fixture in
            for (hash, name, field) in [
                ("4e", "a.pdf", "hash"), (HandOverFixture.document, "", "name"), (HandOverFixture.document, "a\u{202E}fdp.exe", "name"),
            ] {
                let refusal = await problem { try await fixture.ask(name, hash: hash) }
                #expect(refusal?.fields?.first?.name == field)
            }
            _ = try await fixture.ask()
            let sweep = IdentitySweep(environment: fixture.server.domain.environment)
            for (seconds, count) in [(Int64(4199), 1), (1, 0)] {
                fixture.server.time.advance(seconds: seconds)
                _ = try await sweep.turn()
                #expect(try await fixture.server.count("handOver") == count)
            }
        }
    }

    @Test func theExportHoldsIt() async throws {
        try await HandOverFixture.run { fixture in
            let handed = try await fixture.ask()
            let approved = try await fixture.server.approved(fixture.person, .exportData, sample: 9)
            let response = try await fixture.server.send(IdentityEndpoints.exportMe, body: approved, token: fixture.person.token)
            let export = try JSONDecoder().decode(Taken.self, from: Data(response.body.readableBytesView))
            #expect(export.handOvers.map(\.id) == [handed.id] && export.handOvers.first?.name == "Lease.pdf")
        }
    }

    private struct Taken: Decodable {
        let handOvers: [HandOver]
    }
}
