public import ParaphStorage

extension PostgreSQLDatabase {
    /// For how long a node waits for another one that migrates, in milliseconds.
    private static let migrationWait = 600_000

    public func migrate(_ migrations: [Migration]) async throws {
        try MigrationHistory.validate(migrations)
        // What an older program must not touch is refused before anything is written.
        guard try await !pending(migrations).isEmpty else { return }
        try await pool.run { worker in
            try Self.lockingSchema(worker) {
                try Self.transact(worker) { try Self.prepareSchema(in: $0) }
                for migration in migrations { try Self.transact(worker) { try Self.run(migration, of: migrations, in: $0) } }
            }
        }
    }

    /// Makes the schema and fills it, all in one transaction.
    ///
    /// - Parameters:
    ///   - migrations: What makes the schema.
    ///   - body: What fills it; may be run again.
    /// - Returns: What the closure returned.
    /// - Throws: ``StorageError`` of code `conflict` where a table is there already; what the closure throws, with nothing left behind.
    package func fill<Value: Sendable>(
        _ migrations: [Migration],
        with body: @escaping @Sendable (any WriteTransaction) throws -> Value
    ) async throws -> Value {
        try MigrationHistory.validate(migrations)
        return try await pool.run { [settings] worker in
            try Self.lockingSchema(worker) {
                try Self.transact(worker) { tx in
                    let there = try Self.tableNames(in: tx)
                    guard there.isEmpty else {
                        throw StorageError(.conflict, "\(settings) is not empty: it has \(there.count) tables; make a new database")
                    }
                    try Self.prepareSchema(in: tx)
                    for migration in migrations { try Self.run(migration, of: migrations, in: tx) }
                    return try body(tx)
                }
            }
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

    /// Lets no other node change the schema meanwhile, and nothing end because it takes long.
    private static func lockingSchema<Value>(_ worker: Worker, _ body: () throws -> Value) throws -> Value {
        // The session goes with its lock and its limits.
        defer { worker.disconnect() }
        do {
            let connection = try worker.connect()
            // Held outside any transaction, so that what this session reads then is what the one before it left.
            try connection.run("SET lock_timeout = \(migrationWait)")
            try connection.run("SET statement_timeout = 0")
            try connection.run("SET idle_in_transaction_session_timeout = 0")
            try connection.run("SELECT pg_advisory_lock(\(AdvisoryLock.migration))")
        } catch let failure as ServerFailure {
            throw failure.error
        }
        return try body()
    }

    private static func tableNames(in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = current_schema()").map { try $0.get("tablename") }
    }

    /// Makes the type and the table that every migration rests on.
    private static func prepareSchema(in tx: any WriteTransaction) throws {
        let domain = try tx.first(
            """
            SELECT typname FROM pg_catalog.pg_type JOIN pg_catalog.pg_namespace ON pg_namespace.oid = typnamespace
            WHERE nspname = current_schema() AND typname = 'blob'
            """
        )
        if domain == nil { try tx.execute("CREATE DOMAIN blob AS bytea") }
        try tx.execute(MigrationHistory.table)
    }

    private static func run(_ migration: Migration, of migrations: [Migration], in tx: any WriteTransaction) throws {
        guard try MigrationHistory.pending(migrations, in: tx).contains(migration) else { return }
        for statement in migration.statements { _ = try tx.execute(SQL(stringLiteral: statement)) }
        try MigrationHistory.record(migration, in: tx)
    }

    private static func transact<Value>(_ worker: Worker, _ body: (any WriteTransaction) throws -> Value) throws -> Value {
        try worker.transact(.write, { PostgreSQLWriteTransaction($0, notifier: nil) }) { try body($0) }.0
    }
}
