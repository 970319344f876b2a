import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What the operator tells everybody.
struct AnnouncementTests {
    private func send(_ server: IdentityServer, _ text: String = "Maintenance", from: Int64? = 60, until: Int64 = 3600) async throws
        -> Announcement
    {
        let now = server.time.now()
        return try await AnnouncementAdministration(server.domain).send(
            english: text,
            russian: "Работы",
            french: "Entretien",
            startsAt: from.map { now.adding(seconds: $0) },
            endsAt: now.adding(seconds: until)
        )
    }

    private func told(_ server: IdentityServer, _ person: TestPerson) async throws -> [String] {
        try await server.call(IdentityEndpoints.announcements, token: person.token).items.map(\.text)
    }

    @Test func everybodyIsToldUntilItIsOverOrTakenBack() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let later = try await send(server, "Later", from: 600)
            _ = try await send(server, "Sooner")
            #expect(try await told(server, person) == ["Sooner", "Later"])
            let administration = AnnouncementAdministration(server.domain)
            #expect(try await administration.standing(in: .ru).map(\.text) == ["Работы", "Работы"])
            try await administration.withdraw(later.id)
            #expect(try await told(server, person) == ["Sooner"])
            #expect(await problem { try await administration.withdraw(later.id) }?.code == "notFound")
            server.time.advance(seconds: 3600)
            #expect(try await told(server, person).isEmpty)
            _ = try await IdentitySweep(environment: server.domain.environment).turn()
            #expect(try await server.rows("SELECT id FROM announcement").isEmpty)
            let actions = try await server.rows("SELECT action FROM auditLedger WHERE action IN ('announced', 'announcementWithdrawn')")
                .count
            #expect(actions == 3)
        }
    }

    @Test func whatTellsNothingIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            for (text, from, until) in [("", nil, 60), ("\u{202E}hidden", nil, 60), ("Past", nil, -1), ("Turned", 120, 60)]
                as [(String, Int64?, Int64)]
            {
                #expect(await problem { try await send(server, text, from: from, until: until) }?.code == "malformed", "\(text)")
            }
            for _ in 0..<AnnouncementStore.limit { _ = try await send(server) }
            #expect(await problem { try await send(server) }?.code == "malformed")
        }
    }
}
