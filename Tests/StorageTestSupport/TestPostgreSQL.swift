import Foundation
import ParaphStorage
public import StoragePostgreSQL

/// The PostgreSQL server that tests may fill, where there is one: `scripts/with-postgres` starts it and sets `PARAPH_TEST_POSTGRES`.
public enum TestPostgreSQL {
    /// The address of its database.
    public static let address = ProcessInfo.processInfo.environment["PARAPH_TEST_POSTGRES"].flatMap { $0.isEmpty ? nil : $0 }

    /// Whether it is there; where it is not, what needs it is skipped, and this says so once.
    public static let isThere: Bool = {
        if address == nil {
            print("Skipped: everything on PostgreSQL, because PARAPH_TEST_POSTGRES is not set; use scripts/with-postgres.")
        }
        return address != nil
    }()

    /// An empty schema, in which a test has the database to itself.
    public static func makeSchema() async throws -> TemporarySchema {
        let schema = TemporarySchema(settings: try settings(), name: "test_\(UUID().uuidString)")
        try await schema.create()
        return schema
    }

    /// A schema with tables and no rows of tests.
    ///
    /// - Parameters:
    ///   - kind: What tables it has, in words; one of the same kind that a test is done with is used again.
    ///   - fill: Makes the tables, with all that tests of the kind are to find in them.
    /// - Returns: The schema.
    /// - Throws: `StorageError`; what `fill` throws.
    public static func makeSchema(of kind: String, _ fill: (PostgreSQLDatabase) async throws -> Void) async throws -> TemporarySchema {
        let name = "test_\(UUID().uuidString)"
        if let stock = SchemaStock.take(kind) {
            try await stock.lend(as: name, in: try await database())
            return TemporarySchema(settings: try settings(), name: name, stock: stock)
        }
        let schema = TemporarySchema(settings: try settings(), name: name)
        try await schema.create()
        let database = try await schema.open()
        try await fill(database)
        let stock = try await SchemaStock(of: kind, database, named: name)
        await database.close()
        return TemporarySchema(settings: try settings(), name: name, stock: stock)
    }

    /// What makes and removes schemas, for all tests and until they end: a session of PostgreSQL takes longer to begin than either.
    fileprivate static func database() async throws -> PostgreSQLDatabase {
        try await opened.value
    }

    private static let opened = Task { try await PostgreSQLDatabase.open(settings()) }

    /// How tests reach the database: with few connections each, because many tests run at once.
    static func settings() throws -> PostgreSQLSettings {
        var settings = try PostgreSQLSettings(url: address ?? "")
        settings.connections = 4
        return settings
    }
}

/// A schema of a test's own.
public struct TemporarySchema: Sendable {
    /// How a session of the schema is made.
    public let settings: PostgreSQLSettings
    private let name: String
    /// What it was made as, and what other tests use after this one; `nil` where none does.
    private let stock: SchemaStock?

    init(settings: PostgreSQLSettings, name: String, stock: SchemaStock? = nil) {
        (self.name, self.stock) = (name, stock)
        var settings = settings
        settings.schema = name
        self.settings = settings
    }

    /// Opens the schema once more, as another node would.
    public func open() async throws -> PostgreSQLDatabase {
        try await PostgreSQLDatabase.open(settings)
    }

    /// Removes it with everything in it, or empties it for the next test.
    public func drop() async throws {
        do {
            if let stock { return try await stock.giveBack(name, in: try await TestPostgreSQL.database()) }
        } catch {
            // A test altered it, or still works in it.
        }
        try await run("DROP SCHEMA \"\(name)\" CASCADE")
    }

    func create() async throws {
        try await run("CREATE SCHEMA \"\(name)\"")
    }

    private func run(_ text: String) async throws {
        try await TestPostgreSQL.database().write { try $0.execute(SQL(stringLiteral: text)) }
    }
}
