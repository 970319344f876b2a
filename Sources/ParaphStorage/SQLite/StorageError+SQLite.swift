import GRDB

extension StorageError {
    /// Tells an error of SQLite in the words of storage; SQLite's messages name tables, columns and constraints, never bound values.
    init(translating error: any Error) {
        switch error {
        case let error as StorageError:
            self = error
        case let error as DatabaseError:
            let detail = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
            switch error.resultCode {
            case .SQLITE_CONSTRAINT:
                self.init(.conflict, detail)
            case .SQLITE_FULL:
                self.init(.full, "\(detail); free some space on the disk")
            case .SQLITE_BUSY, .SQLITE_LOCKED:
                self.init(.busy, "\(detail); another program holds the database")
            case .SQLITE_MISUSE where error.message == "Connection is closed":
                // A reader that came in while the database was being closed.
                self = .databaseClosed
            case .SQLITE_CORRUPT, .SQLITE_NOTADB:
                self.init(.corrupt, "\(detail); restore a backup")
            default:
                self.init(.engine, detail)
            }
        default:
            self.init(.engine, "\(type(of: error))", cause: error)
        }
    }

    static let databaseClosed = StorageError(.closed, "the database is closed")
}

/// Runs work of the engine and translates its errors; those of callers pass as they are.
func translatingSQLite<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch let error as DatabaseError {
        throw StorageError(translating: error)
    }
}

/// Runs work of the engine and translates its errors; those of callers pass as they are.
func translatingSQLite<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as DatabaseError {
        throw StorageError(translating: error)
    }
}
