import ParaphStorage
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// What was remembered before it was kept for each template by itself stays, and counts as the person's own.
@Suite struct TemplatePlaceMigrationTests {
    @Test func whatWasRememberedStaysUnderItsTemplate() async throws {
        let database = try await TestPlace.make().open()
        let older = IdentitySchema.migrations.prefix { $0.name != Migration.templatePlaces.name }
        try await database.migrate(DomainList([]).migrations + older)
        try await database.write { tx in
            try tx.execute(
                """
                INSERT INTO person (id, emailProved, status, language, createdAt) VALUES ('anna', 1, 'active', 'en', 1)
                """
            )
            for (id, app) in [("own", nil), ("inApp", "app")] as [(String, String?)] {
                try tx.execute(
                    """
                    INSERT INTO template (id, personId, appId, touch, referenceCount, sealedBytes, createdAt)
                    VALUES (\(id), 'anna', \(app), 1, 10, \([1] as [UInt8]), 1)
                    """
                )
            }
            for (number, template) in ["own", "inApp", nil, "gone"].enumerated() {
                try tx.execute(
                    """
                    INSERT INTO trace (personId, number, templateId, digest, sealed)
                    VALUES ('anna', \(number), \(template), \([UInt8(number)]), \([UInt8(number)]))
                    """
                )
            }
            try tx.execute(
                "INSERT INTO sourceWatch (personId, source, level, alarms, heldUntil, at) VALUES ('anna', 'device:d', 37, 2, 9, 5)"
            )
        }
        try await database.migrate(DomainList([]).migrations + older + [.templatePlaces])
        let (traces, watches) = try await database.read { tx in
            let traces = try tx.rows("SELECT place, templateId FROM trace ORDER BY number").map {
                "\(try $0.get("place", as: String.self)) \(try $0.find("templateId", as: String.self) ?? "-")"
            }
            let watches = try tx.rows("SELECT source, place, level, alarms, heldUntil, at FROM sourceWatch").map {
                "\(try $0.get("source", as: String.self)) \(try $0.get("place", as: String.self)) \(try $0.get("heldUntil", as: Int.self))"
            }
            return (traces, watches)
        }
        #expect(traces == ["own own", "app inApp", "own -", "ended -"])
        #expect(watches == ["device:d own 9"])
        await database.close()
    }
}
