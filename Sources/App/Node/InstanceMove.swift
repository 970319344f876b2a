import ParaphStorage
import StoragePostgreSQL

/// Moves an instance's tables from SQLite in its data folder into an empty PostgreSQL database.
///
/// One transaction makes the schema, copies every row, reads both sides again and compares them; where anything differs or fails, the
/// target is as empty as before. The source is only read, from one view of it: nodes that still serve it must be stopped first, because
/// what they write meanwhile is not copied; `paraph migrate` makes sure of it. Blobs and the root key stay in the data folder.
enum InstanceMove {
    /// Moves everything.
    ///
    /// - Returns: How many rows each table holds on both sides.
    /// - Throws: `StorageError` of code `conflict` where the target has tables or the source lacks migrations, `corrupt` where the copy
    ///   differs.
    static func run(from source: SQLiteDatabase, to target: PostgreSQLDatabase) async throws -> [String: Int] {
        guard try await source.pending(Wiring.migrations).isEmpty else {
            throw StorageError(.conflict, "the source's schema is older than this program's; run `paraph migrate` on it first")
        }
        let tables = try await source.tables().filter { $0.name != "schemaMigration" }
        return try await target.fill(Wiring.migrations) { target in
            try source.blockingRead { try TableCopy.copy(tables, from: $0, to: target) }
        }
    }
}
