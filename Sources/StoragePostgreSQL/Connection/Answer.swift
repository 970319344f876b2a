import CPostgres
import ParaphStorage

/// What a statement yielded; its memory is libpq's until it goes.
struct Answer: ~Copyable {
    private let result: OpaquePointer

    /// Takes a result over.
    ///
    /// - Throws: ``ServerFailure`` where it is an error.
    init(_ result: OpaquePointer?, connection: OpaquePointer) throws {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
            guard let result else { fallthrough }
            self.result = result
        default:
            defer { PQclear(result) }
            throw ServerFailure(result, connection: connection)
        }
    }

    deinit {
        PQclear(result)
    }

    /// How many rows the statement changed; 0 where it is not one that changes rows.
    var changedRows: Int {
        let command = String(cString: PQcmdStatus(result))
        guard ["INSERT", "UPDATE", "DELETE"].contains(where: { command.hasPrefix($0) }) else { return 0 }
        return Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// The word that the server ended the statement with, such as `COMMIT`.
    var command: String { String(cString: PQcmdStatus(result)) }

    /// Every row, in order.
    func rows() throws -> [Row] {
        let count = PQnfields(result)
        let columns = (0..<count).map { PQfname(result, $0).map { String(cString: $0) } ?? "" }
        guard Set(columns).count == columns.count else {
            throw StorageError(.engine, "two columns of an answer have one name; name them with AS")
        }
        let types = (0..<count).map { PQftype(result, $0) }
        return try (0..<PQntuples(result)).map { row in
            Row(columns: columns, values: try (0..<count).map { try value(row, $0, name: columns[Int($0)], type: types[Int($0)]) })
        }
    }

    private func value(_ row: Int32, _ column: Int32, name: String, type: UInt32) throws -> DatabaseValue {
        if PQgetisnull(result, row, column) == 1 { return .null(.text) }
        let bytes = UnsafeRawBufferPointer(start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
        guard let value = BinaryValue.decode(bytes, type: type) else {
            throw StorageError(
                .unexpectedValue,
                "the column \(name) is of PostgreSQL's type \(type), or holds more than 64 bits do; CAST it"
            )
        }
        return value
    }
}
