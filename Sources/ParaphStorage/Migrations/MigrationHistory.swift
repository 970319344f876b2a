import Crypto
import Foundation

/// What was migrated: one row of `schemaMigration` for each migration; the same on every engine.
package enum MigrationHistory {
    /// The table that remembers.
    package static let table: SQL = """
        CREATE TABLE IF NOT EXISTS schemaMigration (
            name TEXT NOT NULL PRIMARY KEY,
            appliedAt INTEGER NOT NULL,
            checksum TEXT NOT NULL
        )
        """

    /// Throws where the names do not tell migrations apart or are out of order within their domain.
    package static func validate(_ migrations: [Migration]) throws {
        var last: [Substring: String] = [:]
        for migration in migrations {
            let parts = migration.name.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, parts[1].prefix(while: \.isNumber).count == 3 else {
                throw StorageError(.engine, "the migration \(migration.name) must be named domain/NNN-title")
            }
            if let previous = last.updateValue(migration.name, forKey: parts[0]), previous >= migration.name {
                throw StorageError(.engine, "the migration \(migration.name) is listed after \(previous)")
            }
        }
    }

    /// The migrations that the database lacks.
    ///
    /// - Throws: ``StorageError`` of code `newerSchema` or `editedMigration`.
    package static func pending(_ migrations: [Migration], in tx: any ReadTransaction) throws -> [Migration] {
        var applied: [String: String] = [:]
        for row in try tx.rows("SELECT name, checksum FROM schemaMigration") {
            applied[try row.get("name")] = try row.get("checksum", as: String.self)
        }
        let unknown = Set(applied.keys).subtracting(migrations.map(\.name)).sorted()
        guard unknown.isEmpty else {
            throw StorageError(
                .newerSchema,
                "the database holds migrations that this program does not know (\(unknown.joined(separator: ", "))); run the newer program"
            )
        }
        return try migrations.filter { migration in
            guard let checksum = applied[migration.name] else { return true }
            guard checksum == Self.checksum(of: migration) else {
                throw StorageError(
                    .editedMigration,
                    "the migration \(migration.name) was edited after it ran; restore its text and put the change into a new migration"
                )
            }
            return false
        }
    }

    /// Remembers that a migration ran.
    package static func record(_ migration: Migration, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO schemaMigration (name, appliedAt, checksum)
            VALUES (\(migration.name), \(Int64(Date().timeIntervalSince1970)), \(checksum(of: migration)))
            """
        )
    }

    /// The SHA-256 of a migration's text, in lower-case hexadecimal.
    package static func checksum(of migration: Migration) -> String {
        SHA256.hash(data: Array(migration.sql.utf8)).hexadecimal
    }
}
