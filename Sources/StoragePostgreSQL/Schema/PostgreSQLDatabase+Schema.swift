public import ParaphStorage

extension PostgreSQLDatabase {
    /// For how long a node waits for another one that migrates, in milliseconds.
    private static let migrationWait = 600_000

    public func migrate(_ migrations: [Migration]) async throws {
        try MigrationHistory.validate(migrations)
        // What an older program must not touch is refused before anything is written.
        guard try await !pending(migrations).isEmpty else { return }
        try await pool.run { worker in
            do {
                let connection = try worker.connect()
                // Held outside any transaction, so that what this session reads then is what the one before it left.
                try connection.run("SET lock_timeout = \(Self.migrationWait)")
                try connection.run("SET statement_timeout = 0")
                try connection.run("SELECT pg_advisory_lock(\(AdvisoryLock.migration))")
            } catch let failure as ServerFailure {
                worker.disconnect()
                throw failure.error
            }
            // The session goes with its lock and its limits.
            defer { worker.disconnect() }
            try Self.prepareSchema(worker)
            for migration in migrations { try Self.run(migration, of: migrations, worker) }
        }
    }

    public func pending(_ migrations: [Migration]) async throws -> [Migration] {
        try MigrationHistory.validate(migrations)
        return try await read { tx in
            let place = try tx.first("SELECT current_schema() AS place")
            guard try place?.find("place", as: String.self) != nil else {
                throw StorageError(.engine, "the database has no schema to put tables into: CREATE SCHEMA, or mend the user's search_path")
            }
            let table = try tx.first(
                "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema() AND tablename = 'schemaMigration'"
            )
            return table == nil ? migrations : try MigrationHistory.pending(migrations, in: tx)
        }
    }

    /// Makes the type and the table that every migration rests on.
    private static func prepareSchema(_ worker: Worker) throws {
        try transact(worker) { tx in
            let domain = try tx.first(
                """
                SELECT typname FROM pg_catalog.pg_type JOIN pg_catalog.pg_namespace ON pg_namespace.oid = typnamespace
                WHERE nspname = current_schema() AND typname = 'blob'
                """
            )
            if domain == nil { try tx.execute("CREATE DOMAIN blob AS bytea") }
            try tx.execute(MigrationHistory.table)
        }
    }

    private static func run(_ migration: Migration, of migrations: [Migration], _ worker: Worker) throws {
        try transact(worker) { tx in
            guard try MigrationHistory.pending(migrations, in: tx).contains(migration) else { return }
            for statement in migration.statements { _ = try tx.execute(SQL(stringLiteral: statement)) }
            try MigrationHistory.record(migration, in: tx)
        }
    }

    private static func transact(_ worker: Worker, _ body: (any WriteTransaction) throws -> Void) throws {
        _ = try worker.transact("BEGIN READ WRITE", { PostgreSQLWriteTransaction($0, bell: nil) }) { try body($0) }
    }
}
