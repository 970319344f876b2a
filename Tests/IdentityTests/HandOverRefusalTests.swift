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

/// What other devices, other people and a hand-over that ended get of a document that one device asks another one to sign: nothing.
@Suite struct HandOverRefusalTests {
    @Test func noOtherDevicePlacesIt() async throws {
        try await HandOverFixture.run(devices: 2) { fixture in
            let id = try #require(try await fixture.draw(try await fixture.ask()).signatureId)
            #expect(try await fixture.refusal(fixture.others[1].device, id) == "badAssertion", "a third device")
            #expect(try await fixture.refusal(fixture.phone.device, id) == "badAssertion", "the one that drew it for another")
            var named = fixture.phone.device
            named.id = fixture.person.device.id
            #expect(try await fixture.refusal(named, id) == "badAssertion", "by the name of the right one")
            #expect(try await fixture.refusal(fixture.person.device, id, of: String(repeating: "4f", count: 32)) == "unknownSignature")
            #expect(try await fixture.refusal(fixture.person.device, id) == nil)
        }
    }

    @Test func thePhoneSaysByItsKeyForWhichDeviceItDraws() async throws {
        try await HandOverFixture.run(devices: 2) { fixture in
            let handed = try await fixture.ask()
            for device in [nil, fixture.others[1].device.id, fixture.phone.device.id, ""] {
                let refusal = await problem { try await fixture.draw(handed) { $0.for = device } }
                #expect(refusal?.code == "badAssertion", "\(device ?? "none")")
            }
            // What nobody asked for is for no other device.
            let challenge = try await fixture.server.challenge(fixture.person, .signDocument, subject: HandOverFixture.document)
            let refusal = await problem {
                try await fixture.server.answer(challenge, by: fixture.person, fixture.person.genuine(2)) {
                    $0.doc = HandOverFixture.document
                    $0.for = fixture.phone.device.id
                }
            }
            #expect(refusal?.code == "badAssertion")
        }
    }

    @Test func itIsSignedOnceAndForItsDocumentOnly() async throws {
        try await HandOverFixture.run { fixture in
            let handed = try await fixture.ask()
            let other = await problem {
                try await fixture.challenge(handed, on: fixture.phone, subject: String(repeating: "4f", count: 32))
            }
            #expect(other?.fields?.first?.name == "subject")
            let first = try await fixture.challenge(handed, on: fixture.phone)
            #expect(try await fixture.draw(handed).outcome == .accepted)
            let again = await problem { try await fixture.draw(handed, sample: 2) }
            #expect(again?.code == "handOverOver")
            let late = await problem {
                try await fixture.server.answer(first, by: fixture.person, fixture.person.genuine(3), device: fixture.phone.device) {
                    $0.doc = handed.hash
                    $0.for = handed.deviceId
                }
            }
            #expect(late?.code == "handOverOver", "an earlier challenge for the same")
            #expect(try await fixture.server.count("signatureForDocument") == 1)
        }
    }

    @Test func onlyTheDeviceOfTheSessionDrawsAndNeverTheOneThatAsked() async throws {
        try await HandOverFixture.run(devices: 2) { fixture in
            let handed = try await fixture.ask()
            let here = HandOverFixture.Party(device: fixture.person.device, token: fixture.person.token)
            #expect(await problem { try await fixture.challenge(handed, on: here) }?.code == "handOverHere")
            let mixed = HandOverFixture.Party(device: fixture.others[1].device, token: fixture.phone.token)
            #expect(await problem { try await fixture.challenge(handed, on: mixed) }?.code == "noDevice")
            let signIn = await problem {
                try await fixture.server.call(
                    IdentityEndpoints.createChallenge,
                    body: ChallengeRequest(
                        purpose: .signIn,
                        identifier: fixture.person.email,
                        deviceId: fixture.phone.device.id,
                        handOver: handed.id
                    )
                )
            }
            #expect(signIn?.fields?.first?.name == "handOver")
        }
    }

    @Test func nobodyElseLearnsThatItIsThere() async throws {
        try await HandOverFixture.run { fixture in
            let handed = try await fixture.ask()
            let other = try await fixture.server.enrolledPerson("boris@example.org", seed: 8)
            for id in [handed.id, String(repeating: "0", count: 32)] {
                #expect(await problem { try await fixture.show(id, to: other.token) }?.code == "notFound")
                let end = await problem { try await fixture.server.call(IdentityEndpoints.endHandOver, id, token: other.token) }
                #expect(end?.code == "notFound")
                let theirs = HandOverFixture.Party(device: other.device, token: other.token)
                let asked = HandOver(
                    id: id,
                    status: .waiting,
                    hash: HandOverFixture.document,
                    name: "",
                    deviceId: "",
                    deviceName: "",
                    isHere: false,
                    createdAt: handed.createdAt,
                    expiresAt: handed.expiresAt
                )
                #expect(await problem { try await fixture.challenge(asked, on: theirs) }?.code == "notFound")
            }
            let stranger = await problem { try await fixture.server.call(IdentityEndpoints.handedOver, handed.id) }
            #expect(stranger?.code == "unauthenticated")
            let stored = try await fixture.server.everythingStored()
            #expect(!stored.contains(Array("Lease.pdf".utf8)), "the document's name is sealed")
        }
    }

    @Test(arguments: [true, false])
    func aRightSignatureForWhatEndedWhileItWasComparedCostsNoTry(isRight: Bool) async throws {
        try await HandOverFixture.run { fixture in
            let (server, device) = (fixture.server, fixture.phone.device)
            let failures = { @Sendable in
                try await server.database.read { try AttemptStore.failures(AttemptStore.scope(deviceID: device.id), in: $0) }
            }
            let handed = try await fixture.ask()
            let challenge = try await fixture.challenge(handed, on: fixture.phone)
            let sample = isRight ? fixture.person.genuine(1) : fixture.person.forged(1)
            let given = try device.answer(challenge, sample, attempt: 1, now: server.time.now()) {
                $0.doc = handed.hash
                $0.for = handed.deviceId
            }
            // The try is counted in the first transaction; the second keeps what the comparison came to.
            let database = InterruptedDatabase(server.database, before: 2) {
                #expect(try await failures() == 1)
                _ = try await server.call(IdentityEndpoints.endHandOver, handed.id, token: fixture.person.token)
                try await server.cancel(challenge, nonce: nil, token: fixture.phone.token)
            }
            let service = AnswerService(environment: server.domain.environment.working(on: database))
            #expect(await problem { try await service.answer(challenge.id, given) }?.code == "challengeOver")
            #expect(try await failures() == (isRight ? 0 : 1))
        }
    }

    @Test func whereADeviceOrItsSessionIsGoneNothingIsPlaced() async throws {
        try await HandOverFixture.run { fixture in
            let server = fixture.server
            // The computer's session ends while the phone draws.
            let handed = try await fixture.ask()
            let challenge = try await fixture.challenge(handed, on: fixture.phone)
            try await server.database.makeUpRows { try $0.execute("DELETE FROM session WHERE deviceId = \(fixture.person.device.id)") }
            let refusal = await problem {
                try await server.answer(challenge, by: fixture.person, fixture.person.genuine(1), device: fixture.phone.device) {
                    $0.doc = handed.hash
                    $0.for = handed.deviceId
                }
            }
            #expect(refusal?.code == "handOverOver")
        }
        for isPhone in [true, false] {
            try await HandOverFixture.run { fixture in
                let id = try #require(try await fixture.draw(try await fixture.ask()).signatureId)
                let gone = isPhone ? fixture.phone.device.id : fixture.person.device.id
                try await fixture.server.database.makeUpRows { try $0.execute("DELETE FROM device WHERE id = \(gone)") }
                let directory = fixture.server.domain.directory
                let late = await problem {
                    try await fixture.server.database.read {
                        try directory.requireDevices(ofSignature: id, personID: fixture.person.id, in: $0)
                    }
                }
                #expect(late?.code == "unknownSignature", "in the transaction that keeps the seal")
                // A removed device places nothing, and neither does the other.
                for device in [fixture.person.device, fixture.phone.device] {
                    #expect(try await fixture.refusal(device, id) == "unknownSignature")
                }
            }
        }
    }
}
