import ParaphStorage
public import StoragePostgreSQL

/// Where an instance keeps its tables.
public enum DatabaseAddress: Sendable, CustomStringConvertible {
    /// In SQLite, in the data folder.
    case folder
    /// In a PostgreSQL database, which several nodes may share.
    case postgreSQL(PostgreSQLSettings)

    /// Reads what `--database` says.
    ///
    /// - Throws: ``ConfigurationError``, which does not repeat the address: it may hold a password.
    init(url: String) throws {
        do {
            self = .postgreSQL(try PostgreSQLSettings(url: url))
        } catch let error as StorageError {
            throw ConfigurationError(setting: "database", problem: "cannot be used: \(error.message)")
        }
    }

    /// Names the database without any secret.
    public var description: String {
        switch self {
        case .folder: "SQLite in the data folder"
        case .postgreSQL(let settings): settings.description
        }
    }

    /// Whether the tables lie in the data folder.
    var isFolder: Bool {
        if case .folder = self { true } else { false }
    }

    /// Opens the database.
    ///
    /// - Throws: `StorageError`.
    func open(in folder: DataFolder) async throws -> any Database {
        switch self {
        case .folder: try SQLiteDatabase.open(at: folder.database)
        case .postgreSQL(let settings): try await PostgreSQLDatabase.open(settings)
        }
    }
}
