import ParaphStorage
import ParaphWire
import TestSupport
import Testing

@testable import IdentityTestSupport

/// Two nodes on one database behave as one; the other suites of Identity besides send their calls to both in turn.
@Suite struct TwoNodesTests {
    @Test func aSignInThatBeginsOnOneNodeEndsOnTheOther() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.node(0).enrolledPerson()
            let challenge = try await server.node(0).challenge(person)
            let result = try await server.node(1).answer(challenge, by: person, person.genuine(1))
            #expect(result.outcome == .accepted)
            let token = try #require(result.session?.token)
            #expect(try await server.node(0).call(IdentityEndpoints.me, token: token).signature.isEnrolled)
            // And it is over on both.
            for node in 0..<2 {
                let again = await problem { try await server.node(node).answer(challenge, by: person, person.genuine(2)) }
                #expect(again?.code == "challengeOver")
            }
            _ = try await server.node(1).call(IdentityEndpoints.signOut, token: token)
            #expect(await problem { try await server.node(0).call(IdentityEndpoints.me, token: token) }?.status == 401)
        }
    }

    @Test func triesAreCountedTogether() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            for attempt in 1...5 {
                let result = try await server.node(attempt % 2).answer(challenge, by: person, person.forged(attempt), attempt: attempt)
                #expect(result.attemptsLeft == 5 - attempt)
            }
            #expect(try await server.node(0).challenge(person).retryAfter == 30)
            #expect(try await server.node(1).challenge(person).retryAfter == 30)
        }
    }

    @Test func anAnswerSentToBothNodesAtOnceCountsOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let challenge = try await server.challenge(person)
            async let first = problem { try await server.node(0).answer(challenge, by: person, person.genuine(1)) }
            async let second = problem { try await server.node(1).answer(challenge, by: person, person.genuine(2)) }
            let refused = await [first, second].compactMap(\.self)
            #expect(refused.count == 1)
            #expect(try await server.count("session WHERE personId = \(person.id)") == 2)
        }
    }
}
