import Identity
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// What programs ask of people: how it is answered, and that nobody is worn down or locked out by it.
struct RequestTests {
    private static let digests: [[UInt8]] = [.init(repeating: 1, count: 32), .init(repeating: 2, count: 32)]
    static let question = ClientRequests.Question(description: "lease.pdf", digests: digests, credential: "key")

    /// The bearer of an administrator's token, or a client.
    static func program(_ person: TestPerson, _ client: String? = nil, token: String = "first") -> Principal {
        Principal(personID: person.id, credential: .token(id: token), scopes: [TokenScope("csc")], clientID: client)
    }

    static func outcome(_ server: IdentityServer, _ id: String, _ program: Principal) async throws -> ClientRequests.Outcome? {
        try await server.database.read { try server.domain.requests.outcome(of: id, for: program, in: $0) }
    }

    static func requests(_ server: IdentityServer, _ person: TestPerson) async throws -> [ClientRequest] {
        try await server.call(IdentityEndpoints.clientRequests, token: person.token).items
    }

    /// Answers as an honest device does; `edit` changes the claims.
    static func answer(
        _ server: IdentityServer,
        _ person: TestPerson,
        _ request: ClientRequest,
        _ sample: Sample,
        edit: (inout AnswerClaims) -> Void = { _ in }
    ) async throws -> ChallengeResult {
        let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
        return try await server.answer(challenge, by: person, sample) {
            $0.dig = request.digests.map(\.text).joined(separator: " ")
            $0.dsc = request.description
            edit(&$0)
        }
    }

    @Test func thePersonSeesWhatIsAskedAndTheirSignatureApprovesExactlyThat() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = Self.program(person)
            let id = try await server.domain.requests.ask(Self.question, as: program)
            #expect(try await Self.outcome(server, id, program) == .pending)
            let request = try #require(try await Self.requests(server, person).first)
            #expect(request.id == id && request.description == "lease.pdf" && request.digests.map(\.bytes) == Self.digests)
            #expect(request.clientName == nil && request.expiresAt == server.time.now().adding(seconds: 300))
            let result = try await Self.answer(server, person, request, person.genuine(1))
            #expect(result.outcome == .accepted && result.approval == nil && result.session == nil && result.signatureId == nil)
            guard case .approved(Self.question, _, server.time.now()) = try await Self.outcome(server, id, program) else {
                Issue.record("it is not approved")
                return
            }
            #expect(try await Self.outcome(server, id, Self.program(person, "second")) == nil, "it is the program's own")
            #expect(try await Self.requests(server, person).isEmpty)
            let again = await problem { try await Self.answer(server, person, request, person.genuine(2)) }
            #expect(again?.code == "requestOver")
            let noted = try await server.rows("SELECT action FROM auditLedger WHERE action = 'requestApproved'").count
            #expect(noted == 1)
        }
    }

    @Test func ofTwoRequestsAtOnceBothAreNamedAndOneLeavesTheOtherAlone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = ClientRequests.Question(description: "deed.pdf", digests: [.init(repeating: 3, count: 32)], credential: "key")
            var programs: [Principal] = []
            for name in ["North Bank", "South Bank"] {
                let client = try await ClientAdministration(database: server.database, time: server.time)
                    .create(ClientRegistration(name: name, redirectURIs: ["https://bank.example/back"], grants: ["authorization_code"]))
                programs.append(Self.program(person, client.clientId))
            }
            let lease = try await server.domain.requests.ask(Self.question, as: programs[0])
            let deed = try await server.domain.requests.ask(other, as: programs[1])
            let listed = try await Self.requests(server, person)
            let (first, second) = (listed.first { $0.id == lease }, listed.first { $0.id == deed })
            #expect(listed.count == 2 && first?.clientName == "North Bank" && first?.description == "lease.pdf")
            #expect(second?.clientName == "South Bank" && second?.description == "deed.pdf")
            let chosen = try #require(second)
            #expect(try await Self.answer(server, person, chosen, person.genuine(1)).outcome == .accepted)
            guard case .approved(other, _, _) = try await Self.outcome(server, deed, programs[1]) else {
                Issue.record("it is not approved")
                return
            }
            #expect(try await Self.outcome(server, lease, programs[0]) == .pending)
            #expect(try await Self.requests(server, person).map(\.id) == [lease])
        }
    }

    @Test func aRegisteredClientIsShownByItsNameAndStaysBlockedWithEveryToken() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let client = try await ClientAdministration(database: server.database, time: server.time)
                .create(
                    ClientRegistration(name: "North Bank", redirectURIs: ["https://north.example/back"], grants: ["authorization_code"])
                )
            func program(_ token: String) -> Principal {
                Principal(personID: person.id, credential: .token(id: token), scopes: [TokenScope("service")], clientID: client.clientId)
            }
            let id = try await server.domain.requests.ask(Self.question, as: program("first"))
            #expect(try await Self.requests(server, person).map(\.clientName) == ["North Bank"])
            let challenge = try await server.challenge(person, .answerRequest, subject: id)
            #expect(challenge.bindingMessage == "Sign for “\u{2068}North Bank\u{2069}” at localhost:8080; documents: 2")
            #expect(try await Self.outcome(server, id, program("renewed")) == .pending, "a renewed token is the same program's")
            _ = try await server.call(IdentityEndpoints.reportRequest, id, token: person.token)
            let refusal = await problem { try await server.domain.requests.ask(Self.question, as: program("renewed")) }
            #expect(refusal?.code == "requestsBlocked")
        }
    }

    @Test func theDeviceSignsEveryDigestAndWhatItShowed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let id = try await server.domain.requests.ask(Self.question, as: Self.program(person))
            let request = try #require(try await Self.requests(server, person).first)
            let edits: [(inout AnswerClaims) -> Void] = [
                { $0.dig = nil }, { $0.dig = request.digests[0].text }, { $0.dsc = nil }, { $0.dsc = "Lease.pdf" }, { $0.msg += "." },
                { $0.doc = String(repeating: "00", count: 32) }, { $0.dec = "decline" },
            ]
            for edit in edits {
                let refusal = await problem { try await Self.answer(server, person, request, person.genuine(1), edit: edit) }
                #expect(refusal?.code == "badAssertion")
            }
            let signIn = try await server.challenge(person)
            let refusal = await problem {
                try await server.answer(signIn, by: person, person.genuine(1)) { $0.dig = request.digests[0].text }
            }
            #expect(refusal?.code == "badAssertion", "a sign-in is for no digests")
            #expect(try await Self.outcome(server, id, Self.program(person)) == .pending)
        }
    }

    @Test func aDeviceWhoseKeyIsAPasskeyAnswersByIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, passkey): (TestPerson, TestPasskey) = try await server.protectedPerson()
            var answering = passkey
            let id = try await server.domain.requests.ask(Self.question, as: Self.program(person))
            let request = try #require(try await Self.requests(server, person).first)
            let challenge = try await server.challenge(person, .answerRequest, subject: id)
            let sample = person.genuine(1).encoded()
            var claims = person.device.claims(challenge, sample: sample, attempt: 1, now: server.time.now())
            claims.dig = request.digests.map(\.text).joined(separator: " ")
            let silent = ChallengeAnswer(passkey: try answering.statement(claims), sample: Base64URL(sample))
            let refusal = await problem { try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: silent) }
            #expect(refusal?.code == "badAssertion", "it does not say what it showed")
            claims.dsc = request.description
            let answer = ChallengeAnswer(passkey: try answering.statement(claims), sample: Base64URL(sample))
            #expect(try await server.call(IdentityEndpoints.answerChallenge, challenge.id, body: answer).outcome == .accepted)
        }
    }

    @Test func twoAnswersAtOnceApproveOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.domain.requests.ask(Self.question, as: Self.program(person))
            let request = try #require(try await Self.requests(server, person).first)
            let outcomes = await withTaskGroup(of: Bool.self) { group in
                for number in 1...4 {
                    group.addTask {
                        let result = try? await Self.answer(server, person, request, person.genuine(number))
                        return result?.outcome == .accepted
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count(where: \.self) == 1)
            let noted = try await server.rows("SELECT action FROM auditLedger WHERE action = 'requestApproved'").count
            #expect(noted == 1)
        }
    }

    @Test func fiveSignaturesOfAnotherHandEndTheRequestOnHoweverManyChallenges() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = Self.program(person)
            let id = try await server.domain.requests.ask(Self.question, as: program)
            let request = try #require(try await Self.requests(server, person).first)
            for number in 1...5 {
                let result = try await Self.answer(server, person, request, person.forged(number))
                #expect(result.outcome == (number < 5 ? .refused : .denied) && result.attemptsLeft == 5 - number)
            }
            #expect(try await Self.outcome(server, id, program) == .denied)
            let late = await problem { try await Self.answer(server, person, request, person.genuine(1)) }
            #expect(late?.code == "requestOver")
        }
    }

    @Test func nobodyElseAnswers() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 8)
            let id = try await server.domain.requests.ask(Self.question, as: Self.program(person))
            #expect(try await Self.requests(server, other).isEmpty)
            let opened = await problem { try await server.challenge(other, .answerRequest, subject: id) }
            #expect(opened?.code == "requestOver")
            for endpoint in [IdentityEndpoints.declineRequest, IdentityEndpoints.reportRequest] {
                let refusal = await problem { try await server.call(endpoint, id, token: other.token) }
                #expect(refusal?.code == "notFound")
            }
            for subject in [nil, "", "x", "\0"] {
                let refusal = await problem { try await server.challenge(person, .answerRequest, subject: subject) }
                #expect(refusal?.code == "requestOver")
            }
            let codes = try #require(
                try await server.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(), token: person.token).codes
            )
            let byCode = RecoveryApprovalRequest(purpose: .answerRequest, recoveryCode: codes[0])
            let refusal = await problem {
                try await server.call(IdentityEndpoints.approveByRecoveryCode, body: byCode, token: person.token)
            }
            #expect(refusal?.fields?.first?.name == "purpose", "no code takes the place of the hand")
        }
    }

    @Test func aRequestIsOverAfterFiveMinutes() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = Self.program(person)
            let id = try await server.domain.requests.ask(Self.question, as: program)
            let request = try #require(try await Self.requests(server, person).first)
            server.time.advance(seconds: 240)
            let challenge = try await server.challenge(person, .answerRequest, subject: id)
            #expect(challenge.expiresAt == request.expiresAt, "the challenge ends with the request")
            server.time.advance(seconds: 60)
            #expect(try await Self.outcome(server, id, program) == .expired)
            #expect(try await Self.requests(server, person).isEmpty)
            let late = await problem { try await server.answer(challenge, by: person, person.genuine(1)) }
            #expect(late?.code == "challengeOver")
            let declined = await problem { try await server.call(IdentityEndpoints.declineRequest, id, token: person.token) }
            #expect(declined?.code == "requestOver")
        }
    }

    @Test func aFloodIsSlowedDownAndLocksNobodyOut() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let pushy = Self.program(person, "pushy")
            var taken = 0
            for _ in 0..<30 {
                let refusal = await problem { try await server.domain.requests.ask(Self.question, as: pushy) }
                if let refusal {
                    #expect(refusal.code == "tooManyClientRequests" && refusal.status == 429 && (1...600).contains(refusal.retryAfter ?? 0))
                } else {
                    taken += 1
                }
                server.time.advance(seconds: 20)
            }
            #expect(taken == 5, "thirty requests in ten minutes")
            _ = try await server.domain.requests.ask(Self.question, as: Self.program(person, "other"))
            let session = try await server.answer(try await server.challenge(person), by: person, person.genuine(1)).session
            #expect(session != nil, "the person signs in as ever")
        }
    }

    @Test func twentyAtOnceAreNoMoreThanOneAfterAnother() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let pushy = Self.program(person, "pushy")
            let taken = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { await (try? server.domain.requests.ask(Self.question, as: pushy)) != nil } }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(taken == 3)
        }
    }

    @Test func whoeverIsDeclinedThreeTimesInARowPauses() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = Self.program(person)
            for _ in 0..<3 {
                let id = try await server.domain.requests.ask(Self.question, as: program)
                _ = try await server.call(IdentityEndpoints.declineRequest, id, token: person.token)
                #expect(try await Self.outcome(server, id, program) == .declined)
            }
            server.time.advance(seconds: 1799)
            let early = await problem { try await server.domain.requests.ask(Self.question, as: program) }
            #expect(early?.code == "tooManyClientRequests" && early?.retryAfter == 1)
            _ = try await server.domain.requests.ask(Self.question, as: Self.program(person, "other"))
            server.time.advance(seconds: 1)
            _ = try await server.domain.requests.ask(Self.question, as: program)
        }
    }

    @Test func whatIsReportedEndsEverythingOfThatProgramUntilAnAdministratorLetsItAskAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let boris = try await server.enrolledPerson("boris@example.org", seed: 8)
            let program = Self.program(person)
            let ids = [
                try await server.domain.requests.ask(Self.question, as: program),
                try await server.domain.requests.ask(Self.question, as: program),
            ]
            let kept = try await server.domain.requests.ask(Self.question, as: Self.program(person, "other"))
            _ = try await server.call(IdentityEndpoints.reportRequest, ids[0], token: person.token)
            for id in ids { #expect(try await Self.outcome(server, id, program) == .declined, "the program learns no more than that") }
            #expect(try await Self.requests(server, person).map(\.id) == [kept])
            let refusal = await problem { try await server.domain.requests.ask(Self.question, as: program) }
            #expect(refusal?.code == "requestsBlocked" && refusal?.status == 403)
            _ = try await server.domain.requests.ask(Self.question, as: Self.program(boris))

            let noted = try await server.rows("SELECT actor, details FROM auditLedger WHERE action = 'requestReported'")
            #expect(try noted.map { try $0.get("actor", as: String.self) } == [person.id])
            let administration = RequestAdministration(server.domain)
            let blocked = try await administration.blocked()
            #expect(blocked.map(\.personId) == [person.id] && blocked.map(\.client) == ["token"])
            try await administration.unblock("token", personID: person.id)
            _ = try await server.domain.requests.ask(Self.question, as: program)
            let twice = await problem { try await administration.unblock("token", personID: person.id) }
            #expect(twice?.code == "notFound")
        }
    }

    @Test func whatWasApprovedBeforeAReportIsWorthNothingAfterIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = Self.program(person)
            let approved = try await server.domain.requests.ask(Self.question, as: program)
            let request = try #require(try await Self.requests(server, person).first)
            #expect(try await Self.answer(server, person, request, person.genuine(1)).outcome == .accepted)
            let second = try await server.domain.requests.ask(Self.question, as: program)
            _ = try await server.call(IdentityEndpoints.reportRequest, second, token: person.token)
            for id in [approved, second] { #expect(try await Self.outcome(server, id, program) == .declined) }
        }
    }

    @Test func whoCannotAnswerIsNotAskedAndWhatHidesIsNotShown() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let unenrolled = await problem { try await server.domain.requests.ask(Self.question, as: Self.program(person)) }
            #expect(unenrolled?.code == "cannotAnswer")
            try await server.enrol(person)
            for description in ["turn \u{202E} round", "two\nlines", String(repeating: "x", count: 501)] {
                var question = Self.question
                question.description = description
                let refusal = await problem { try await server.domain.requests.ask(question, as: Self.program(person)) }
                #expect(refusal?.fields?.first?.name == "description")
            }
            let session = Principal(personID: person.id, credential: .session(id: "s"))
            let own = await problem { try await server.domain.requests.ask(Self.question, as: session) }
            #expect(own?.code == "programRequired")
            #expect(try await Self.requests(server, person).isEmpty)
        }
    }

    @Test func whatIsAskedLiesSealed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            var question = Self.question
            question.description = "confidential-divorce.pdf"
            _ = try await server.domain.requests.ask(question, as: Self.program(person))
            let request = try #require(try await Self.requests(server, person).first)
            _ = try await Self.answer(server, person, request, person.genuine(1))
            let stored = try await server.everythingStored()
            #expect(!stored.contains(Array("confidential-divorce".utf8)))
            #expect(try await server.count("clientRequest") == 1)
        }
    }
}
