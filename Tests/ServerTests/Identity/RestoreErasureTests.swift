import Identity
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

/// What a restore erases again.
@Suite struct RestoreErasureTests {
    private func hands(_ server: IdentityServer) async throws -> [Int] {
        [try await server.count("template"), try await server.count("trace"), try await server.count("consent WHERE withdrawnAt IS NULL")]
    }

    @Test func aWithdrawnConsentIsNotBroughtBackByAnOlderBackup() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            _ = try await server.enrolledPerson("boris@example.org", seed: 11)
            let before = try await hands(server)
            let backupAt = server.time.now()
            let withdrawal = Erasure(id: "hand/\(person.id)", at: backupAt.milliseconds + 5)
            let again = try await server.database.write { tx in
                try IdentityDomain.finish(.test([withdrawal], backupAt: backupAt, keys: server.keys), in: tx).erased
            }
            #expect(again == 1)
            let after = try await hands(server)
            #expect(zip(before, after).allSatisfy { $1 == $0 / 2 && $1 > 0 })
            let listed = try await server.database.read { try IdentityDomain.erasures(in: $0) }
            #expect(listed == [withdrawal])
        }
    }

    @Test func aConsentThatWasGivenAgainBeforeTheBackupStays() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let before = try await hands(server)
            let backupAt = server.time.now()
            let erased = try await server.database.write { tx in
                let withdrawal = Erasure(id: "hand/\(person.id)", at: backupAt.milliseconds - 5)
                return try IdentityDomain.finish(.test([withdrawal], backupAt: backupAt, keys: server.keys), in: tx).erased
            }
            let after = try await hands(server)
            #expect(erased == 0 && after == before)
        }
    }

    @Test func withdrawingAndDeletingAreListed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let withdrawal = try await server.approved(person, .withdrawConsent, sample: 1)
            _ = try await server.call(IdentityEndpoints.withdrawConsent, body: withdrawal, token: person.token)
            let listed = try await server.database.read { try IdentityDomain.erasures(in: $0) }
            #expect(listed.map(\.id) == ["hand/\(person.id)"])
        }
    }
}
