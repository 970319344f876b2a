extension SQLiteDatabase {
    public func migrate(_ migrations: [Migration]) async throws {
        try MigrationHistory.validate(migrations)
        // What an older program must not touch is refused before anything is written.
        guard try await !pending(migrations).isEmpty else { return }
        try await write { tx in
            _ = try tx.execute(SQL(stringLiteral: Migration.strict(MigrationHistory.table.text)))
        }
        for migration in migrations {
            // Looked up again inside the writing transaction: another process may be migrating too.
            try await write { tx in
                guard try MigrationHistory.pending(migrations, in: tx).contains(migration) else { return }
                for statement in migration.statements {
                    _ = try tx.execute(SQL(stringLiteral: Migration.strict(statement)))
                }
                try MigrationHistory.record(migration, in: tx)
            }
        }
    }

    public func pending(_ migrations: [Migration]) async throws -> [Migration] {
        try MigrationHistory.validate(migrations)
        return try await read { tx in
            let table = try tx.first("SELECT name FROM sqlite_schema WHERE type = 'table' AND name = 'schemaMigration'")
            return table == nil ? migrations : try MigrationHistory.pending(migrations, in: tx)
        }
    }

    /// The schema as text that is the same for the same schema: every statement in the order of its table and name.
    public func schemaDump() async throws -> String {
        try await read { tx in
            let rows = try tx.rows(
                """
                SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND substr(name, 1, 7) <> 'sqlite_'
                ORDER BY tbl_name, type <> 'table', name
                """
            )
            return try rows.map { try $0.get("sql", as: String.self) + ";\n" }.joined(separator: "\n")
        }
    }
}
