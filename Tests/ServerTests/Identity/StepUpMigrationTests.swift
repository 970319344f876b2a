import ParaphStorage
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// What accounts of the time before had is remembered for them too.
@Suite struct StepUpMigrationTests {
    @Test func whatAccountsEverHadIsFoundInTheirRowsAndHistories() async throws {
        let database = try await TestPlace.make().open()
        let older = IdentitySchema.migrations.prefix { $0.name != Migration.stepUp.name }
        try await database.migrate(DomainList([]).migrations + older)
        try await database.write { tx in
            for person in ["anna", "boris", "carla"] {
                try tx.execute(
                    """
                    INSERT INTO person (id, email, emailProved, status, name, language, createdAt)
                    VALUES (\(person), \("\(person)@example.org"), 1, 'active', 'A', 'en', 1)
                    """
                )
            }
            try tx.execute(
                """
                INSERT INTO device (id, personId, publicKey, name, kind, addedBy, createdAt)
                VALUES ('d', 'anna', \([1, 2] as [UInt8]), 'd', 'web', 'registration', 5)
                """
            )
            // She has none of these any more, or has them in an app alone.
            let happened = [
                ("anna", "registered", nil), ("anna", "enrolled", nil), ("anna", "consentWithdrawn", nil),
                ("anna", "recoveryCodeUsed", nil),
                ("anna", "passkeyRemoved", nil), ("boris", "registered", "App"), ("boris", "enrolled", "App"),
            ]
            for (number, (person, kind, app)) in happened.enumerated() {
                try tx.execute(
                    """
                    INSERT INTO activity (personId, number, id, kind, at, appName)
                    VALUES (\(person), \(number), \("\(number)"), \(kind), \(Int64(number)), \(app))
                    """
                )
            }
        }
        try await database.migrate(DomainList([]).migrations + older + [.stepUp])
        let found = try await database.read { tx in
            try ["anna", "boris", "carla"].map { try AccountFactorStore.all(of: $0, in: tx) }
        }
        #expect(found == [Set(AccountFactor.allCases), [], []])
        await database.close()
    }
}
