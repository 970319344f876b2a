import Foundation
import ParaphStorage
import StoragePostgreSQL
import Synchronization

/// A schema with tables that one test after the other uses, and that is emptied in between: making tables and dropping them takes ten times as long.
///
/// In use it has a name of the test's own, so that a session which outlives its test finds nothing, as if the schema were gone. One that a test altered is
/// not used again.
final class SchemaStock: Sendable {
    /// What its tables are for; those of one kind are alike.
    private let kind: String
    /// Its name while no test has it.
    private let home = "stock_\(UUID().uuidString)"
    private let shape: String
    /// Its tables, each before those that it refers to.
    private let tables: [TableShape]
    /// The rows that were there when it was made, as statements.
    private let rows: [SQL]

    private static let free = Mutex<[String: [SchemaStock]]>([:])

    /// Takes one of a kind that no test has, if any.
    static func take(_ kind: String) -> SchemaStock? {
        free.withLock { $0[kind]?.popLast() }
    }

    /// Keeps what a schema is now, from which tests are to begin.
    init(of kind: String, _ database: PostgreSQLDatabase, named name: String) async throws {
        self.kind = kind
        let tables = Array(try TableShape.sortedByReference(try await database.tables()).reversed())
        self.tables = tables
        let home = home
        rows = try await database.read { tx in
            try tables.reversed().flatMap { table in
                try tx.rows("SELECT * FROM \(SQL(stringLiteral: table.name))").map { try Self.insertion(of: $0, into: table, at: home) }
            }
        }
        shape = try await database.read { try Self.shape(of: name, in: $0) }
    }

    /// Gives it a test's own name.
    func lend(as name: String, in database: PostgreSQLDatabase) async throws {
        try await database.write { [home] in try $0.execute(Self.renaming(home, to: name)) }
    }

    /// Empties it for the next test.
    ///
    /// - Throws: where a test altered it, with nothing done.
    func giveBack(_ name: String, in database: PostgreSQLDatabase) async throws {
        try await database.write { [self] tx in
            guard try Self.shape(of: name, in: tx) == shape else { throw StorageError(.conflict, "a test altered the schema") }
            try tx.execute(Self.renaming(name, to: home))
            let lookups = tables.enumerated().map { place, table in
                "SELECT \(place) AS place WHERE EXISTS (SELECT 1 FROM \"\(home)\".\"\(table.name)\")"
            }
            let filled = try tx.rows(SQL(stringLiteral: lookups.joined(separator: " UNION ALL "))).map { try $0.get("place", as: Int.self) }
            for place in filled.sorted() { try tx.execute(SQL(stringLiteral: "DELETE FROM \"\(home)\".\"\(tables[place].name)\"")) }
            for row in rows { try tx.execute(row) }
        }
        Self.free.withLock { $0[kind, default: []].append(self) }
    }

    private static func renaming(_ name: String, to other: String) -> SQL {
        SQL(stringLiteral: "ALTER SCHEMA \"\(name)\" RENAME TO \"\(other)\"")
    }

    /// What a schema is made of: each part with the transaction that wrote it, and so whatever changed since.
    private static func shape(of name: String, in tx: any ReadTransaction) throws -> String {
        let row = try tx.first(
            """
            WITH place AS (SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = \(name)),
            relation AS (SELECT oid, xmin FROM pg_catalog.pg_class WHERE relnamespace IN (SELECT oid FROM place)),
            part AS (
                SELECT 'relation' AS kind, oid, xmin FROM relation
                UNION ALL SELECT 'column', attrelid, xmin FROM pg_catalog.pg_attribute WHERE attrelid IN (SELECT oid FROM relation)
                UNION ALL SELECT 'trigger', oid, xmin FROM pg_catalog.pg_trigger WHERE tgrelid IN (SELECT oid FROM relation)
                UNION ALL SELECT 'constraint', oid, xmin FROM pg_catalog.pg_constraint WHERE connamespace IN (SELECT oid FROM place)
                UNION ALL SELECT 'function', oid, xmin FROM pg_catalog.pg_proc WHERE pronamespace IN (SELECT oid FROM place)
                UNION ALL SELECT 'type', oid, xmin FROM pg_catalog.pg_type WHERE typnamespace IN (SELECT oid FROM place)
            )
            SELECT md5(string_agg(concat(kind, ' ', oid, ' ', xmin), ',' ORDER BY kind, oid, xmin::text)) AS shape FROM part
            """
        )
        return try row?.get("shape") ?? ""
    }

    private static func insertion(of row: Row, into table: TableShape, at home: String) throws -> SQL {
        var values: SQL = ""
        for (place, column) in table.columns.enumerated() {
            let value: SQL =
                switch column.kind {
                case .text: "\(try row.find(column.name, as: String.self))"
                case .integer: "\(try row.find(column.name, as: Int64.self))"
                case .real: "\(try row.find(column.name, as: Double.self))"
                case .blob: "\(try row.find(column.name, as: [UInt8].self))"
                }
            values = place == 0 ? value : "\(values), \(value)"
        }
        let columns = table.columns.map { "\"\($0.name)\"" }.joined(separator: ", ")
        return "INSERT INTO \(SQL(stringLiteral: "\"\(home)\".\"\(table.name)\"")) (\(SQL(stringLiteral: columns))) VALUES (\(values))"
    }
}
