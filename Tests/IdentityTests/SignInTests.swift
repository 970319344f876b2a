import HTTPTypes
import HummingbirdTesting
import Identity
import NIOCore
import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

@Suite struct SignInTests {
    @Test func anEleventhSignatureSignsIn() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(username: "anna")
            let challenge = try await server.challenge(person)
            #expect(challenge.attemptsLeft == 5 && challenge.bindingMessage == "Sign in to localhost:8080")
            let result = try await server.answer(challenge, by: person, person.genuine(1))
            #expect(result.outcome == .accepted)
            #expect((result.similarity ?? 0) > 0.5)
            let token = try #require(result.session?.token)
            #expect(try await server.call(IdentityEndpoints.me, token: token).signature.isEnrolled)
            let kinds = try await server.call(IdentityEndpoints.activity, token: token).items.map(\.kind)
            #expect(kinds == ["signedIn", "enrolled", "registered"])
        }
    }

    @Test func aForgerDoesNotGetInAndFiveTriesEndTheChallenge() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            for attempt in 1...5 {
                let result = try await server.answer(challenge, by: person, person.forged(attempt), attempt: attempt)
                #expect(result.outcome == (attempt < 5 ? .refused : .denied))
                #expect(result.session == nil && result.attemptsLeft == 5 - attempt)
            }
            let sixth = await problem { try await server.answer(challenge, by: person, person.genuine(1), attempt: 5) }
            #expect(sixth?.code == "challengeOver")
        }
    }

    @Test func afterFiveFailuresEachTryWaitsAndASuccessForgetsThem() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let first = try await server.challenge(person)
            for attempt in 1...5 { _ = try await server.answer(first, by: person, person.forged(attempt), attempt: attempt) }
            let second = try await server.challenge(person)
            #expect(second.retryAfter == 30)
            let early = await problem { try await server.answer(second, by: person, person.genuine(1)) }
            #expect(early?.status == 429 && early?.retryAfter == 30)
            server.time.advance(seconds: 30)
            #expect(try await server.answer(second, by: person, person.genuine(1)).outcome == .accepted)
            #expect(try await server.challenge(person).retryAfter == nil)
        }
    }

    @Test func fiftyFailuresStopSignaturesOnThatDeviceUntilARecoveryCode() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            // Forty-nine failures are as good as written by hand; the fiftieth is real.
            try await server.database.write { tx in
                try tx.execute(
                    """
                    INSERT INTO attempt (scope, personId, failures, lastAt) VALUES (\("device:\(person.device.id)"), \(person.id), 49, 0)
                    """
                )
            }
            let challenge = try await server.challenge(person)
            #expect(try await server.answer(challenge, by: person, person.forged(1)).outcome == .refused)
            #expect(server.mails.all(to: person.email).contains { $0.subject == "Signing was blocked on a device" })
            server.time.advance(seconds: 60)
            let stopped = await problem { try await server.answer(challenge, by: person, person.genuine(1), attempt: 2) }
            #expect(stopped?.code == "biometricsStopped")
            _ = try await server.call(
                IdentityEndpoints.approveByRecoveryCode,
                body: RecoveryApprovalRequest(purpose: .deleteAccount, recoveryCode: codes[0]),
                token: person.token
            )
            #expect(try await server.answer(challenge, by: person, person.genuine(1), attempt: 2).outcome == .accepted)
        }
    }

    @Test func ofTwentyAnswersAtOnceExactlyFiveAreLookedAt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let before = try await server.count("signatureSample")
            let looked = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        await problem {
                            try await server.answer(challenge, by: person, person.forged(number), attempt: number % 5 + 1)
                        } == nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(looked == 5)
            let after = try await server.count("signatureSample")
            #expect(after - before == 5)
        }
    }

    @Test func attemptsWithoutThePersonsDeviceLockNobodyOut() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var stranger = SimulatedDevice()
            stranger.id = person.device.id
            for _ in 0..<3 {
                let challenge = try await server.challenge(person)
                for attempt in 1...5 {
                    let refusal = await problem {
                        try await server.answer(challenge, by: person, person.forged(attempt), attempt: attempt, device: stranger)
                    }
                    #expect(refusal?.status == 401)
                }
            }
            let challenge = try await server.challenge(person)
            #expect(challenge.retryAfter == nil)
            #expect(try await server.answer(challenge, by: person, person.genuine(1)).outcome == .accepted)
            let attempts = try await server.count("attempt")
            #expect(attempts == 0)
        }
    }

    @Test func aDecoyLooksLikeAChallengeAndIsRefusedLikeAWrongKey() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var stranger = SimulatedDevice()
            stranger.id = "0123456789abcdef0123456789abcdef"
            var answers: [Problem?] = []
            for identifier in [person.email, "nobody@example.org", "nobody", "not an identifier"] {
                let challenge = try await server.call(
                    IdentityEndpoints.createChallenge,
                    body: ChallengeRequest(purpose: .signIn, identifier: identifier, deviceId: stranger.id)
                )
                #expect(challenge.attemptsLeft == 5 && challenge.retryAfter == nil && challenge.nonce.bytes.count == 32)
                answers.append(await problem { try await server.answer(challenge, by: person, person.genuine(1), device: stranger) })
            }
            for answer in answers {
                #expect(answer?.status == 401 && answer?.detail == answers[0]?.detail && answer?.code == answers[0]?.code)
            }
        }
    }

    @Test func aChallengeEndsWithItsTimeOrWhenItIsCancelled() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let first = try await server.challenge(person)
            server.time.advance(seconds: 121)
            let refusal1 = await problem { try await server.answer(first, by: person, person.genuine(1)) }
            #expect(refusal1?.code == "challengeOver")
            let second = try await server.challenge(person)
            try await server.cancel(second, nonce: second.nonce)
            let refusal2 = await problem { try await server.answer(second, by: person, person.genuine(1)) }
            #expect(refusal2?.code == "challengeOver")
        }
    }

    @Test func aChallengeIsGivenUpByWhatAskedForItOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("other@example.org")
            // A sign-in's: its nonce counts, and no session, not the person's either.
            let signIn = try await server.challenge(person)
            let wrong = Base64URL(Array(repeating: 0, count: 32))
            let strangers: [(Base64URL?, String?)] = [(nil, nil), (wrong, nil), (nil, person.token), (nil, other.token)]
            for (nonce, token) in strangers {
                let refusal = await problem { try await server.cancel(signIn, nonce: nonce, token: token) }
                #expect(refusal?.code == "notFound")
            }
            _ = try await server.answer(signIn, by: person, person.genuine(1))
            // One of a session: that session counts, and no nonce.
            let wanted = ChallengeRequest(purpose: .exportData, deviceId: person.device.id)
            let approval = try await server.call(IdentityEndpoints.createChallenge, body: wanted, token: person.token)
            let others: [(Base64URL?, String?)] = [(nil, nil), (approval.nonce, nil), (approval.nonce, other.token)]
            for (nonce, token) in others {
                let refusal = await problem { try await server.cancel(approval, nonce: nonce, token: token) }
                #expect(refusal?.code == "notFound")
            }
            func status() async throws -> String? {
                try await server.rows("SELECT status FROM challenge WHERE id = \(approval.id)").first?.get("status")
            }
            #expect(try await status() == "open")
            try await server.cancel(approval, nonce: nil, token: person.token)
            #expect(try await status() == "cancelled")
        }
    }

    @Test func theWebAppGetsItsSessionAsACookie() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            let answer = try person.device.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now())
            let response = try await server.send(
                IdentityEndpoints.answerChallenge,
                [challenge.id],
                body: answer,
                headers: ["Paraph-Web": "1", "Sec-Fetch-Site": "same-origin"]
            )
            #expect(response.headers[.setCookie]?.contains("HttpOnly") == true)
            #expect(!String(buffer: response.body).contains("\"token\""))
        }
    }
}
