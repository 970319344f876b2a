import Crypto
import ParaphInk
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// What a device must have signed before a signature is looked at.
@Suite struct AssertionTests {
    /// Expects a 401 and that nothing was compared.
    private func expectRefused(_ server: IdentityServer, _ answer: ChallengeAnswer, to challenge: Challenge) async throws {
        let refusal = await problem { try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer) }
        #expect(refusal?.status == 401)
        let compared = try await server.count("signatureSample")
        let counted = try await server.count("attempt")
        #expect(compared == 0 && counted == 0)
    }

    @Test func changedClaimsAreRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let edits: [@Sendable (inout AnswerClaims) -> Void] = [
                { $0.rid = "0123456789abcdef0123456789abcdef" }, { $0.nonce = Base64URL(Array(repeating: 0, count: 32)).text },
                { $0.aud = "https://elsewhere.example" }, { $0.msg += " " }, { $0.smp = Base64URL(SHA256.hash(data: [1])).text },
                { $0.att = 0 }, { $0.att = 6 }, { $0.dec = "deny" },
            ]
            for edit in edits {
                let challenge = try await server.challenge(person)
                let answer = try person.device.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now(), edit: edit)
                try await expectRefused(server, answer, to: challenge)
            }
        }
    }

    @Test func otherHeadersKeysAndEncodingsAreRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let id = person.device.id
            let sample = person.genuine(1).encoded()
            let headers = [
                #"{"alg":"none","kid":"\#(id)","typ":"paraph-answer+jwt"}"#, #"{"alg":"HS256","kid":"\#(id)","typ":"paraph-answer+jwt"}"#,
                #"{"alg":"ES256","kid":"\#(id)","typ":"JWT"}"#, #"{"alg":"ES256","kid":"another","typ":"paraph-answer+jwt"}"#,
                #"{"alg":"ES256","kid":"\#(id)","typ":"paraph-answer+jwt","crit":["x"]}"#, "{}", "",
            ]
            for header in headers {
                let challenge = try await server.challenge(person)
                let claims = person.device.claims(challenge, sample: sample, attempt: 1, now: server.time.now())
                let answer = ChallengeAnswer(
                    assertion: try person.device.assertion(header: header, claims: claims),
                    sample: Base64URL(sample)
                )
                try await expectRefused(server, answer, to: challenge)
            }
            let challenge = try await server.challenge(person)
            let answer = try person.device.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now())
            let good = try #require(answer.assertion)
            let parts = good.split(separator: ".")
            for broken in [
                "", "..", good + ".", good + "=", "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).AAAA",
                "\(parts[0]).\(parts[1]).\(String(repeating: "A", count: 86))",
            ] {
                try await expectRefused(server, ChallengeAnswer(assertion: broken, sample: Base64URL(sample)), to: challenge)
            }
        }
    }

    @Test func anotherPersonsDeviceIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let anna = try await server.enrolledPerson()
            let boris = try await server.enrolledPerson("boris@example.org", seed: 8)
            let challenge = try await server.challenge(anna)
            let answer = try boris.device.answer(challenge, anna.genuine(1), attempt: 1, now: server.time.now())
            try await expectRefused(server, answer, to: challenge)
            // A challenge for Anna with Boris's device is a decoy.
            let mixed = try await server.challenge(anna, device: boris.device)
            try await expectRefused(
                server,
                try boris.device.answer(mixed, anna.genuine(1), attempt: 1, now: server.time.now()),
                to: mixed
            )
        }
    }

    @Test func thePersonsOtherDeviceIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let tablet = try await server.anotherDevice(of: person)
            let challenge = try await server.challenge(person)
            // In its own name and in that of the device that was asked, and the key of that one in the other's name.
            var (disguised, misnamed) = (tablet, person.device)
            (disguised.id, misnamed.id) = (person.device.id, tablet.id)
            for device in [tablet, disguised, misnamed] {
                let answer = try device.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now())
                try await expectRefused(server, answer, to: challenge)
            }
            #expect(try await server.answer(challenge, by: person, person.genuine(1)).outcome == .accepted)
        }
    }

    @Test func aRemovedDeviceAnswersNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            // Approves without a signature, so that none is compared here.
            var passkey = TestPasskey()
            _ = try await server.add(&passkey, to: person)
            try await server.enrol(person)
            let tablet = try await server.anotherDevice(of: person)
            let (asked, others) = (try await server.challenge(person, device: tablet), try await server.challenge(person))
            let removal = ApprovedRequest(approval: try await server.approval(by: &passkey, of: person, .removeDevice, subject: tablet.id))
            _ = try await server.call(IdentityEndpoints.removeDevice, tablet.id, body: removal, token: person.token)
            // What it was asked went with it, and what it is asked now is a decoy.
            let gone = await problem { try await server.answer(asked, by: person, person.genuine(1), device: tablet) }
            #expect(gone?.status == 404 && gone?.code == "notFound")
            for challenge in [others, try await server.challenge(person, device: tablet)] {
                let answer = try tablet.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now())
                try await expectRefused(server, answer, to: challenge)
            }
            let told = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(told.contains("deviceRemoved") && !told.contains("signInRefused"))
            // Had the sample been looked at, it would be a replay now.
            #expect(try await server.answer(others, by: person, person.genuine(1)).outcome == .accepted)

            let id = person.device.id
            let last = ApprovedRequest(approval: try await server.approval(by: &passkey, of: person, .removeDevice, subject: id))
            _ = try await server.call(IdentityEndpoints.removeDevice, person.device.id, body: last, token: person.token)
            let session = await problem { try await server.call(IdentityEndpoints.me, token: person.token) }
            #expect(session?.status == 401)
        }
    }

    @Test func aClockMayBeFourMinutesOffButNotTen() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            for offset in [-600, 600] {
                let challenge = try await server.challenge(person)
                let refusal = await problem {
                    try await server.answer(challenge, by: person, person.genuine(1)) { $0.iat += offset }
                }
                #expect(refusal?.status == 401 && refusal?.code == "clockSkew")
            }
            let challenge = try await server.challenge(person)
            let result = try await server.answer(challenge, by: person, person.genuine(1)) { $0.iat -= 240 }
            #expect(result.outcome == .accepted)
        }
    }

    @Test func aMessageSentAgainOpensNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let answer = try person.device.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now())
            let first = try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer)
            #expect(first.outcome == .accepted)
            let again = await problem { try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer) }
            #expect(again?.status == 409)
        }
    }

    @Test func twentyRefusedStatementsEndAChallenge() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let junk = ChallengeAnswer(assertion: "a.b.c", sample: Base64URL([1]))
            for _ in 0..<20 { try await expectRefused(server, junk, to: challenge) }
            let over = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(over?.code == "challengeOver")
        }
    }
}
