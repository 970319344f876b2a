import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// How clients learn what became of their requests; the names are those of the table in notes/identity.md, section 1.3.
@Suite struct RedemptionTests {
    private typealias Words = [String?]

    @Test func k1k2AClientThatAsksTooOftenWaitsLonger() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            let id = try await program.asked(person)
            let first = try await program.poll(id)
            #expect(first.status == 400 && first.error == "authorization_pending" && first.headers[.cacheControl] == "no-store")
            #expect(first.members["access_token"] == nil)
            server.time.advance(seconds: 5)
            #expect(try await program.poll(id).error == "authorization_pending", "at the interval")
            #expect(try await program.poll(id).error == "slow_down")
            server.time.advance(seconds: 5)
            #expect(try await program.poll(id).error == "slow_down", "it is ten by now")
            server.time.advance(seconds: 15)
            #expect(try await program.poll(id).error == "authorization_pending")
            try await program.sign(person)
            #expect(try await program.poll(id).status == 200, "what is approved is handed over at once")
        }
    }

    @Test func k3WhatThePersonDeclinesIsToldAsOftenAsItIsAskedFor() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            for end in [IdentityEndpoints.declineRequest.path, IdentityEndpoints.reportRequest.path] {
                let id = try await program.asked(person)
                let request = try await program.waiting(person)
                if end == IdentityEndpoints.declineRequest.path {
                    _ = try await server.call(IdentityEndpoints.declineRequest, request.id, token: person.token)
                } else {
                    _ = try await server.call(IdentityEndpoints.reportRequest, request.id, token: person.token)
                }
                let told: Words = [try await program.poll(id).error, try await program.poll(id).error]
                #expect(told == ["access_denied", "access_denied"])
            }
        }
    }

    @Test func k4FiveSignaturesOfOthersAreARefusal() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            let id = try await program.asked(person, ["requested_expiry": "300"])
            let request = try await program.waiting(person)
            for attempt in 1...5 {
                server.time.advance(seconds: 31)
                let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
                let result = try await server.answer(challenge, by: person, person.forged(attempt))
                #expect(result.outcome == (attempt < 5 ? .refused : .denied))
            }
            let sixth = await problem { try await server.challenge(person, .answerRequest, subject: request.id) }
            #expect(sixth?.code == "requestOver")
            let told: Words = [try await program.poll(id).error, try await program.poll(id).error]
            #expect(told == ["access_denied", "access_denied"])
        }
    }

    @Test func k5WhatNobodyAnswersExpires() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            let id = try await program.asked(person, ["requested_expiry": "10"])
            let request = try await program.waiting(person)
            server.time.advance(seconds: 10)
            let late = await problem { try await server.challenge(person, .answerRequest, subject: request.id) }
            #expect(late?.code == "requestOver")
            let told: Words = [try await program.poll(id).error, try await program.poll(id).error]
            #expect(told == ["expired_token", "expired_token"])
            let slow = try await program.asked(person)
            try await program.sign(person)
            server.time.advance(seconds: 301)
            let tooLate: Words = [try await program.poll(slow).error, try await program.poll(slow).error]
            #expect(tooLate == ["expired_token", "expired_token"], "what was approved is to be fetched")
        }
    }

    @Test func k6k10AnotherClientSpendsNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let (program, another) = (try await BackchannelTests.program(server), try await BackchannelTests.program(server))
            let id = try await program.asked(person)
            for _ in 0..<3 { #expect(try await another.poll(id).error == "invalid_grant") }
            #expect(try await program.poll(id).error == "authorization_pending", "the other's questions slow nobody down")
            try await program.sign(person)
            #expect(try await another.poll(id).error == "invalid_grant")
            #expect(try await program.poll(id).status == 200)
            #expect(try await program.poll("unknown").error == "invalid_grant")
            #expect(try await program.poll(nil).error == "invalid_request")
        }
    }

    @Test func k7OfManyRedemptionsAtOnceOneBringsTokensAndASecondEndsThem() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            for number in 0..<3 {
                let id = try await program.asked(person)
                try await program.sign(person, person.genuine(number))
                let answers = try await withThrowingTaskGroup(of: OAuthProgram.Answer.self) { group in
                    for _ in 0..<20 { group.addTask { try await program.poll(id) } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                let given = answers.filter { $0.status == 200 }
                #expect(given.count == 1 && answers.filter { $0.error == "invalid_grant" }.count == 19)
                #expect(try await !program.opens(given.first?.members["access_token"]), "two parties have the request")
            }
        }
    }

    @Test func k8WhatWasApprovedFallsWithWhatItStandsOn() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await BackchannelTests.program(server)
            let ends: [@Sendable (TestPerson) async throws -> Void] = [
                { try await PersonAdministration(server.domain).setDisabled(true, person: $0.email) },
                { person in try await server.database.write { tx in _ = try tx.execute("DELETE FROM device WHERE personId = \(person.id)") }
                },
                { person in try await server.database.write { tx in _ = try tx.execute("DELETE FROM person WHERE id = \(person.id)") } },
                { person in
                    try await server.database.write { [now = server.time.now()] tx in
                        try ClientRequestStore.withdrawAll(of: person.id, at: now, in: tx)
                    }
                },
            ]
            for (number, end) in ends.enumerated() {
                let person = try await server.enrolledPerson("person\(number)@example.org", seed: UInt64(20 + number))
                let id = try await program.asked(person)
                try await program.sign(person)
                try await WatchedDatabase.makingUpRows { try await end(person) }
                let answer = try await program.poll(id)
                #expect(answer.status == 400 && answer.error == "invalid_grant", "\(number): \(answer.members)")
            }
        }
    }

    @Test func k9WhoIsLockedOutApprovesNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            let id = try await program.asked(person)
            let request = try await program.waiting(person)
            let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
            try await PersonAdministration(server.domain).setDisabled(true, person: person.email)
            let refusal = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(refusal != nil)
            #expect(try await program.ask(person).error == "unknown_user_id")
            #expect(try await program.poll(id).error == "authorization_pending")
        }
    }

    @Test func k9ADeviceThatIsStoppedAsksApprovesAndRedeemsNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server)
            let approved = try await program.asked(person)
            try await program.sign(person)
            let pending = try await program.asked(person)
            let request = try await program.waiting(person)
            try await WatchedDatabase.makingUpRows {
                try await server.database.write { [now = server.time.now()] tx in
                    let scope = AttemptStore.scope(deviceID: person.device.id)
                    for _ in 0..<AttemptPolicy().hardStop { try AttemptStore.count(scope, personID: person.id, at: now, in: tx) }
                }
            }
            #expect(try await program.ask(person).error == "unknown_user_id")
            let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
            let refusal = await problem { try await server.answer(challenge, by: person, person.genuine(2)) }
            #expect(refusal?.code == .biometricsStopped)
            let told: Words = [try await program.poll(approved).error, try await program.poll(pending).error]
            #expect(told == ["invalid_grant", "authorization_pending"])
        }
    }

    @Test func k11TheIDTokenNamesTheRequestAndTheVerifiedSignature() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server, grants: [OAuthProgram.ciba, "refresh_token"], idTokenAlgorithm: "ES256")
            let id = try await program.asked(person, ["acr_values": "urn:something:better", "scope": "openid email"])
            server.time.advance(seconds: 3)
            try await program.sign(person)
            let signedAt = server.time.now().milliseconds / 1000
            server.time.advance(seconds: 3)
            let answer = try await program.poll(id)
            let claims = try await program.claims(answer.members["id_token"])
            #expect(claims.requestID == id && claims.authenticatedAt == signedAt && claims.issuedAt == signedAt + 3)
            #expect(claims.contextClass == "urn:paraph:acr:signature" && claims.methods?.first == "signature", "never an echo")
            let info = try await program.userInfo(answer.members["access_token"])
            #expect(info.members["sub"] == claims.subject && info.members["email"] == person.email)
            #expect(try await program.refresh(try #require(answer.members["refresh_token"])).status == 200)
            let access = try await server.call(IdentityEndpoints.accesses, token: person.token).items
            #expect(access.map(\.scopes) == [["email", "openid"]])
        }
    }

    @Test func theNumberIsTypedAndAWrongOneCostsATryOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server, showsCode: true)
            let asked = try await program.ask(person)
            let code = try #require(asked.members["verification_code"])
            #expect(code.count == 3 && code.allSatisfy(\.isNumber))
            let request = try await program.waiting(person)
            #expect(request.asksCode == true)
            let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
            for wrong in [nil, "12", "1234", "x23"] as [String?] {
                let refusal = await problem { try await server.answer(challenge, by: person, person.genuine(1)) { $0.num = wrong } }
                #expect(refusal?.code == "badAssertion", "this is no number to try")
            }
            let others = (0...999).map { String(String(1000 + $0).suffix(3)) }.filter { $0 != code }
            let first = try await server.answer(challenge, by: person, person.genuine(1)) { $0.num = others[0] }
            #expect(first.outcome == .refused && first.refusal == .wrongCode && first.attemptsLeft == 4 && first.similarity == nil)
            #expect(first.retryAfter == nil, "it says nothing of the hand")
            let second = try await server.answer(challenge, by: person, person.genuine(1), attempt: 2) { $0.num = code }
            #expect(second.outcome == .accepted)
            #expect(try await program.poll(asked.members["auth_req_id"]).status == 200)
        }
    }

    @Test func s16OfManyTriesAtOnceFiveAreLookedAt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server, showsCode: true)
            let asked = try await program.ask(person)
            let code = try #require(asked.members["verification_code"])
            let wrong = code == "000" ? "001" : "000"
            let request = try await program.waiting(person)
            // On as many challenges, at both nodes: every one of them has five tries of its own.
            var challenges: [Challenge] = []
            for _ in 0..<20 { challenges.append(try await server.challenge(person, .answerRequest, subject: request.id)) }
            let outcomes = await withTaskGroup(of: ChallengeResult.Outcome?.self) { group in
                for challenge in challenges {
                    group.addTask {
                        let result = try? await server.answer(challenge, by: person, person.genuine(1)) { $0.num = wrong }
                        return result?.outcome.known
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 != nil }.count == 5 && outcomes.filter { $0 == .denied }.count == 1)
            let row = try await server.rows("SELECT attempts, failures, status FROM clientRequest").first
            #expect(try row?.get("attempts") == 5 && row?.get("failures") == 5 && row?.get("status") == "denied")
            #expect(try await program.poll(asked.members["auth_req_id"]).error == "access_denied")
        }
    }

    @Test func s13FiveGuessesOfTheNumberAreAllThereAre() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await BackchannelTests.program(server, showsCode: true)
            let asked = try await program.ask(person)
            let code = try #require(asked.members["verification_code"])
            let request = try await program.waiting(person)
            let wrong = code == "000" ? "001" : "000"
            for attempt in 1...5 {
                // On challenges of their own they count together.
                let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
                let result = try await server.answer(challenge, by: person, person.genuine(attempt)) { $0.num = wrong }
                #expect(result.outcome == (attempt < 5 ? .refused : .denied) && result.attemptsLeft == 5 - attempt)
            }
            let sixth = await problem { try await server.challenge(person, .answerRequest, subject: request.id) }
            #expect(sixth?.code == "requestOver")
            #expect(try await program.poll(asked.members["auth_req_id"]).error == "access_denied")
        }
    }

    @Test func s14EachOfTwoRequestsHasANumberOfItsOwn() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var codes: [String: String] = [:]
            for _ in 0..<2 {
                let program = try await BackchannelTests.program(server, showsCode: true)
                let answer = try await program.ask(person)
                codes[try await program.waiting(person).id] = answer.members["verification_code"]
                server.time.advance(seconds: 1)
            }
            let waiting = try await server.call(IdentityEndpoints.clientRequests, token: person.token).items
            #expect(waiting.count == 2 && codes.count == 2)
            let chosen = try #require(waiting.last)
            let challenge = try await server.challenge(person, .answerRequest, subject: chosen.id)
            let result = try await server.answer(challenge, by: person, person.genuine(1)) { $0.num = codes[chosen.id] }
            #expect(result.outcome == .accepted)
            #expect(try await server.call(IdentityEndpoints.clientRequests, token: person.token).items.map(\.id) == [waiting[0].id])
        }
    }
}
