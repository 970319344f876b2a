import CPostgres
import ParaphStorage

/// What PostgreSQL refused, in the words of storage, with what the pool has to know about it.
struct ServerFailure: Error {
    /// What is to be done next.
    enum Remedy {
        /// Nothing helps; the caller hears of it.
        case none
        /// Another transaction was faster: the closure runs again.
        case runAgain
        /// A row with that key came in meanwhile: once more, the closure may see it.
        case lookAgain
        /// The connection is gone or of no use: a new one is made, and the closure runs again.
        case reconnect
        /// A statement was prepared for a table that looked different: it is prepared anew, and the closure runs again.
        case prepareAgain
    }

    let error: StorageError
    let remedy: Remedy

    init(_ error: StorageError, _ remedy: Remedy) {
        self.error = error
        self.remedy = remedy
    }

    /// Reads what a result says.
    ///
    /// PostgreSQL's details name values, so that they are left out; so are messages about data.
    init(_ result: OpaquePointer?, connection: OpaquePointer) {
        let state = PQresultErrorField(result, paraph_diagnostic_sqlstate).map { String(cString: $0) } ?? ""
        let message = PQresultErrorField(result, paraph_diagnostic_message).map { String(cString: $0) } ?? ""
        guard PQstatus(connection) == CONNECTION_OK else {
            self.init(.connectionLost("PostgreSQL \(state.isEmpty ? "closed the connection" : "\(state): \(message)")"), .reconnect)
            return
        }
        self.init(state: state, message: message)
    }

    init(state: String, message: String) {
        let detail = "PostgreSQL \(state): \(state.hasPrefix("22") ? "a value does not fit its type" : message)"
        switch state {
        case "40001", "40P01":
            self.init(StorageError(.busy, "\(detail); others kept changing the same rows"), .runAgain)
        case "23505", "23P01":
            self.init(StorageError(.conflict, detail), .lookAgain)
        case "0A000" where message.contains("cached plan"):
            self.init(StorageError(.engine, detail), .prepareAgain)
        case "25006" where message.contains("recovery"), "57P01", "57P02", "57P03":
            self.init(.connectionLost(detail), .reconnect)
        case "53100":
            self.init(StorageError(.full, "\(detail); free some space on the database server's disk"), .none)
        case "53200", "53300", "53400":
            self.init(StorageError(.busy, detail), .none)
        case "55P03":
            self.init(StorageError(.busy, "\(detail); another transaction holds the row or table"), .none)
        case "57014":
            self.init(StorageError(.busy, "\(detail); the statement ran for too long"), .none)
        case "XX001", "XX002":
            self.init(StorageError(.corrupt, "\(detail); restore a backup"), .none)
        case "42501":
            self.init(StorageError(.engine, "\(detail); let the database's user own its schema"), .none)
        case _ where state.hasPrefix("23"):
            self.init(StorageError(.conflict, detail), .none)
        case _ where state.hasPrefix("08"):
            self.init(.connectionLost(detail), .reconnect)
        default:
            self.init(StorageError(.engine, detail), .none)
        }
    }
}

extension StorageError {
    static func connectionLost(_ reason: String) -> StorageError {
        StorageError(.unavailable, "the connection to the database is lost: \(reason)")
    }

    static let databaseClosed = StorageError(.closed, "the database is closed")
}
