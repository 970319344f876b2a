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

    init(settings: PostgreSQLSettings, name: String) {
        self.name = name
        var settings = settings
        settings.schema = name
        self.settings = settings
    }

    /// Opens the schema once more, as another node would.
    public func open() async throws -> PostgreSQLDatabase {
        try await PostgreSQLDatabase.open(settings)
    }

    /// Removes it with everything in it.
    public func drop() async throws {
        try await run("DROP SCHEMA \"\(name)\" CASCADE")
    }

    func create() async throws {
        try await run("CREATE SCHEMA \"\(name)\"")
    }

    private func run(_ text: String) async throws {
        try await TestPostgreSQL.database().write { try $0.execute(SQL(stringLiteral: text)) }
    }
}
