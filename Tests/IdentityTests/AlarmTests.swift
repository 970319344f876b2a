import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What the person and the operator are told when programs wear a person down (S12 of the threat model).
@Suite struct AlarmTests {
    private static let administrator = "ops@example.net"

    private func run(_ body: @escaping @Sendable (IdentityServer, TestPerson) async throws -> Void) async throws {
        let contact = OperatorContact(email: Self.administrator, language: .ru)
        try await IdentityServer.run(settings: IdentitySettings(operatorContact: contact)) { (server) async throws in
            try await body(server, try await server.enrolledPerson())
        }
    }

    private func mails(_ server: IdentityServer, to address: String = administrator) -> [String] {
        server.mails.all(to: address).map(\.subject)
    }

    /// Asks until it is refused, as often as it is told, without anything that waits.
    private func flood(_ server: IdentityServer, _ person: TestPerson, _ client: String, refusals: Int = 1) async throws {
        let program = RequestTests.program(person, client)
        for _ in 0..<RequestPolicy().refusalsInARow {
            let id = try await server.domain.requests.ask(RequestTests.question, as: program)
            _ = try await server.call(IdentityEndpoints.declineRequest, id, token: person.token)
        }
        for _ in 0..<refusals {
            #expect(
                await problem { try await server.domain.requests.ask(RequestTests.question, as: program) }?.code == "tooManyClientRequests"
            )
        }
    }

    @Test func s12AFloodIsToldToThePersonOnceADayAndToTheOperator() async throws {
        try await run { server, person in
            try await flood(server, person, "pushy", refusals: 20)
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.map(\.kind)
            #expect(kinds.count { $0 == "requestsThrottled" } == 1)
            #expect(mails(server, to: person.email).count { $0 == "A program asks you too often" } == 1)
            #expect(mails(server) == Array(repeating: "Программа слишком часто обращается к человеку", count: 2))
            let text = server.mails.all(to: Self.administrator).map(\.text).joined()
            #expect(!text.contains(person.email) && !text.contains(person.id))
        }
    }

    @Test func s12WhatMerelyWaitsIsNoAlarm() async throws {
        try await run { server, person in
            let program = RequestTests.program(person, "bank")
            for _ in 0..<3 { _ = try await server.domain.requests.ask(RequestTests.question, as: program) }
            #expect(
                await problem { try await server.domain.requests.ask(RequestTests.question, as: program) }?.code == "tooManyClientRequests"
            )
            #expect(mails(server).isEmpty)
        }
    }

    @Test func s12OneProgramUsesUpNoMailAboutAnother() async throws {
        try await run { server, person in
            for client in ["first", "second"] { try await flood(server, person, client, refusals: 5) }
            #expect(mails(server).count == 4)
        }
    }

    @Test func s12WhatIsReportedIsToldToTheOperatorAndBlocked() async throws {
        try await run { server, person in
            let program = RequestTests.program(person, "stranger")
            let id = try await server.domain.requests.ask(RequestTests.question, as: program)
            _ = try await server.call(IdentityEndpoints.reportRequest, id, token: person.token)
            #expect(mails(server) == ["Жалоба на запрос программы"])
            #expect(await problem { try await server.domain.requests.ask(RequestTests.question, as: program) }?.code == "requestsBlocked")
        }
    }
}
