import Identity
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// What a person approved for a program is worth nothing once what it was given by is gone.
struct RequestWithdrawalTests {
    /// A person who approved what a program asked.
    private static func approved(_ server: IdentityServer) async throws -> (TestPerson, Principal, String) {
        let person = try await server.enrolledPerson()
        let program = RequestTests.program(person)
        let id = try await server.domain.requests.ask(RequestTests.question, as: program)
        let request = try #require(try await RequestTests.requests(server, person).first)
        #expect(try await RequestTests.answer(server, person, request, person.genuine(1)).outcome == .accepted)
        guard case .approved? = try await RequestTests.outcome(server, id, program) else {
            Issue.record("it is not approved")
            throw Problem.notFound("approval")
        }
        return (person, program, id)
    }

    @Test func itGoesWithTheDevice() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, program, id) = try await Self.approved(server)
            try await server.database.makeUpRows { try $0.execute("DELETE FROM device WHERE personId = \(person.id)") }
            #expect(try await RequestTests.outcome(server, id, program) == .declined)
        }
    }

    @Test func itGoesWithTheConsentAndDoesNotComeBackWithIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, program, id) = try await Self.approved(server)
            let withdrawal = try await server.approved(person, .withdrawConsent, sample: 2)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: person.token)
            #expect(try await RequestTests.outcome(server, id, program) == .declined)
            // Whatever gives the consent again.
            try await server.database.write { try $0.execute("UPDATE consent SET withdrawnAt = NULL WHERE personId = \(person.id)") }
            #expect(try await RequestTests.outcome(server, id, program) == .declined)
            let status = try await server.rows("SELECT status FROM clientRequest").first?.get("status", as: String.self)
            #expect(status == "approved", "what was said stays said")
        }
    }
}
