import AppTestSupport
import ParaphStorage
import ParaphWire
import ServerKit
import ServiceLifecycle
import StorageTestSupport
import TestSupport
import Testing

@testable import App
@testable import Identity

/// The keys that sign ID tokens, as a server renews them by itself.
@Suite struct SigningKeyRenewalTests {
    @Test func nothingIsWrittenWhereNoKeyIsDue() async throws {
        try await TestServer.runIdle { server in
            let database = CountingDatabase(server.node.database)
            let keys = SigningKeys(environment: try Self.domain(server, on: database).environment)
            try await keys.renew()
            #expect(database.writes == 2, "one for each key that is made")
            try await keys.renew()
            #expect(database.writes == 2)
            server.time.advance(seconds: SigningKeyStore.lifetime)
            try await keys.renew()
            #expect(database.writes == 5, "one that replaces both")
        }
    }

    @Test func aKeyThatCannotBeMadeStopsNoSweeping() async throws {
        try await TestServer.runIdle { server in
            let domain = try Self.domain(server, on: server.node.database)
            let keys = SigningKeys(environment: domain.environment)
            try await keys.renew()
            server.time.advance(seconds: SigningKeyStore.lifetime)
            try await server.node.database.makeUpRows { tx in
                try tx.execute("UPDATE holderKey SET wrapped = \([UInt8](repeating: 0, count: 60)) WHERE holder = 'openid'")
                try tx.execute("INSERT INTO letter (id, receiver, kind, source, at) VALUES ('old', \([UInt8](1...32)), 'app', 'a', 0)")
            }
            await #expect(throws: (any Error).self) { try await keys.renew() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for service in domain.services { group.addTask { try await service.run() } }
                try await until("the letter is swept") {
                    try await server.node.database.read { try $0.first("SELECT id FROM letter") == nil }
                }
                group.cancelAll()
            }
        }
    }

    private static func domain(_ server: TestServer, on database: any Database) throws -> IdentityDomain {
        let environment = try Wiring(node: server.node).identity.environment
        return IdentityDomain(
            database: database,
            keys: environment.keys,
            blobs: environment.blobs,
            mailer: environment.mailer,
            time: environment.time,
            site: environment.site,
            callbacks: environment.callbacks,
            domains: environment.domains,
            logger: environment.logger
        )
    }
}
