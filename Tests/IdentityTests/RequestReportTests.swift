import Crypto
import Foundation
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What people can do about requests that are over, and what is kept of them.
struct RequestReportTests {
    @Test func whatIsOverIsListedAndCanStillBeReported() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = RequestTests.program(person)
            let expired = try await server.domain.requests.ask(RequestTests.question, as: program)
            server.time.advance(seconds: 300)
            let declined = try await server.domain.requests.ask(RequestTests.question, as: program)
            _ = try await server.call(IdentityEndpoints.declineRequest, declined, token: person.token)
            #expect(try await ended(server, person).map(\.outcome?.known) == [.declined, .expired])
            #expect(try await RequestTests.requests(server, person).isEmpty)

            _ = try await server.call(IdentityEndpoints.reportRequest, expired, token: person.token)
            _ = try await server.call(IdentityEndpoints.reportRequest, expired, token: person.token)
            #expect(try await ended(server, person).map(\.outcome?.known) == [.declined, .reported])
            let refusal = await problem { try await server.domain.requests.ask(RequestTests.question, as: program) }
            #expect(refusal?.code == "requestsBlocked")
            let noted = try await server.rows("SELECT actor FROM auditLedger WHERE action = 'requestReported'").count
            #expect(noted == 1, "said twice it is noted once")
            let blocked = try await server.call(IdentityEndpoints.blockedPrograms, token: person.token).items
            #expect(blocked == [BlockedProgram(id: "token", at: server.time.now())])
        }
    }

    @Test func anApprovalThatWasReportedStaysWorthlessWhenTheProgramMayAskAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = RequestTests.program(person)
            let id = try await server.domain.requests.ask(RequestTests.question, as: program)
            let request = try #require(try await RequestTests.requests(server, person).first)
            _ = try await RequestTests.answer(server, person, request, person.genuine(1))
            #expect(try await ended(server, person).map(\.outcome?.known) == [.approved])
            _ = try await server.call(IdentityEndpoints.reportRequest, id, token: person.token)
            try await RequestAdministration(server.domain).unblock("token", personID: person.id)
            #expect(try await RequestTests.outcome(server, id, program) == .declined)
        }
    }

    @Test func thePersonLetsAProgramAskAgainThatTheyReported() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.enrolledPerson(), try await server.enrolledPerson("boris@example.org", seed: 8))
            let program = RequestTests.program(person)
            let id = try await server.domain.requests.ask(RequestTests.question, as: program)
            _ = try await server.call(IdentityEndpoints.reportRequest, id, token: person.token)
            let blocked = try #require(try await server.call(IdentityEndpoints.blockedPrograms, token: person.token).items.first)
            let foreign = await problem { try await server.call(IdentityEndpoints.unblockProgram, blocked.id, token: other.token) }
            #expect(foreign?.code == "notFound")
            _ = try await server.call(IdentityEndpoints.unblockProgram, blocked.id, token: person.token)
            #expect(try await server.call(IdentityEndpoints.blockedPrograms, token: person.token).items.isEmpty)
            let activity = try await server.call(IdentityEndpoints.activity, token: person.token).items
            #expect(activity.first?.kind == "requestsAllowed" && activity.first?.isWarning == true)
            #expect(try await RequestTests.outcome(server, id, program) == .declined)
            server.time.advance(seconds: 3600)
            _ = try await server.domain.requests.ask(RequestTests.question, as: program)
            #expect(try await RequestTests.requests(server, person).count == 1)
        }
    }

    @Test func whatWasApprovedIsWorthNothingWhileItsProgramIsBlocked() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = RequestTests.program(person)
            let id = try await server.domain.requests.ask(RequestTests.question, as: program)
            let request = try #require(try await RequestTests.requests(server, person).first)
            _ = try await RequestTests.answer(server, person, request, person.genuine(1))
            let now = server.time.now()
            try await server.database.write { try RequestBlockStore.block("token", for: person.id, at: now, in: $0) }
            #expect(try await RequestTests.outcome(server, id, program) == .declined)
        }
    }

    @Test func aNewTokenOfAnAdministratorShedsNoBlockAndNoPause() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            for number in 1...3 {
                let program = RequestTests.program(person, token: "\(number)")
                let id = try await server.domain.requests.ask(RequestTests.question, as: program)
                _ = try await server.call(IdentityEndpoints.declineRequest, id, token: person.token)
            }
            let paused = await problem {
                try await server.domain.requests.ask(RequestTests.question, as: RequestTests.program(person, token: "4"))
            }
            #expect(paused?.code == "tooManyClientRequests")
            let newest = try #require(try await ended(server, person).first)
            _ = try await server.call(IdentityEndpoints.reportRequest, newest.id, token: person.token)
            server.time.advance(seconds: 3600)
            let blocked = await problem {
                try await server.domain.requests.ask(RequestTests.question, as: RequestTests.program(person, token: "5"))
            }
            #expect(blocked?.code == "requestsBlocked")
        }
    }

    @Test func whatNobodyAnsweredIsNotedOnceInTheActivity() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.domain.requests.ask(RequestTests.question, as: RequestTests.program(person))
            let sweep = IdentitySweep(environment: server.domain.environment)
            for (seconds, count) in [(Int64(0), 0), (300, 1), (60, 1)] {
                server.time.advance(seconds: seconds)
                _ = try await sweep.turn()
                let noted = try await server.rows("SELECT id FROM activity WHERE kind = 'requestExpired'").count
                #expect(noted == count)
            }
        }
    }

    @Test func theExportHoldsRequestsAndBlockedPrograms() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let id = try await server.domain.requests.ask(RequestTests.question, as: RequestTests.program(person))
            _ = try await server.call(IdentityEndpoints.reportRequest, id, token: person.token)
            let approved = try await server.approved(person, .exportData, sample: 9)
            let response = try await server.send(IdentityEndpoints.exportMe, body: approved, token: person.token)
            let export = try JSONDecoder().decode(Taken.self, from: Data(Array(response.body.readableBytesView)))
            #expect(export.requests.map(\.id) == [id] && export.requests.map(\.outcome?.known) == [.reported])
            #expect(export.requests.map(\.description) == ["lease.pdf"] && export.blockedPrograms.count == 1)
        }
    }

    @Test func theLedgerNamesTheDeviceAndTheStatementThatApproved() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.domain.requests.ask(RequestTests.question, as: RequestTests.program(person))
            let request = try #require(try await RequestTests.requests(server, person).first)
            let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
            let answer = try person.device.answer(challenge, person.genuine(1), attempt: 1, now: server.time.now()) {
                $0.dig = request.digests.map(\.text).joined(separator: " ")
                $0.dsc = request.description
            }
            let assertion = try #require(answer.assertion)
            #expect(try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer).outcome == .accepted)
            let row = try #require(try await server.rows("SELECT details FROM auditLedger WHERE action = 'requestApproved'").first)
            let details = try JSONDecoder().decode([String: String].self, from: Data(try row.get("details", as: String.self).utf8))
            #expect(details["statement"] == Base64URL(SHA256.hash(data: Array(assertion.utf8))).text)
            let devices = try await server.rows("SELECT id FROM device WHERE personId = \(person.id)").map {
                try $0.get("id", as: String.self)
            }
            #expect(devices == [details["device"]])
        }
    }

    @Test func signaturesOfAnotherHandForARequestMakeTheDeviceWaitAsAtSignIn() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.domain.requests.ask(RequestTests.question, as: RequestTests.program(person))
            let request = try #require(try await RequestTests.requests(server, person).first)
            for number in 1...5 { _ = try await RequestTests.answer(server, person, request, person.forged(number)) }
            let refusal = await problem { try await server.answer(try await server.challenge(person), by: person, person.genuine(1)) }
            #expect(refusal?.code == "waitAfterFailures")
            server.time.advance(seconds: 30)
            let session = try await server.answer(try await server.challenge(person), by: person, person.genuine(2)).session
            #expect(session != nil)
        }
    }

    @Test func whatShowsAsNothingIsNoDescriptionAndMarksDoNotPileUp() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            func ask(_ description: String) async throws {
                var question = RequestTests.question
                question.description = description
                _ = try await server.domain.requests.ask(question, as: RequestTests.program(person))
            }
            let blanks = ["\u{3164}", "\u{2800}", "\u{115F}", "\u{1160}", "\u{FFA0}", "\u{034F}", "\u{180B}\u{2065}"]
            for description in blanks.map({ "a" + $0 + "b" }) + ["a" + String(repeating: "\u{0301}", count: 5)] {
                let refusal = await problem { try await ask(description) }
                #expect(refusal?.fields?.first?.name == "description", "\(description.unicodeScalars.map(\.value))")
            }
            try await ask("\u{FE0F} \u{A0}")
            try await ask("Договор ❤️ naïve 邊\u{E0100} בְּרֵאשִׁ֖ית")
            #expect(Set(try await RequestTests.requests(server, person).map { $0.description == nil }) == [true, false])
        }
    }

    private func ended(_ server: IdentityServer, _ person: TestPerson) async throws -> [ClientRequest] {
        try await server.call(IdentityEndpoints.endedRequests, token: person.token).items
    }

    /// What these tests read of an export.
    private struct Taken: Decodable {
        let requests: [ClientRequest]
        let blockedPrograms: [BlockedProgram]
    }
}
