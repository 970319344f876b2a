import Foundation
import GRDB

/// A view of the database that lasts as long as the closure that it was handed to.
class SQLiteReadTransaction: ReadTransaction {
    /// The longest text or blob that a statement may bind, in bytes; what is longer belongs into a ``BlobStore``.
    static let valueLimit = 256 << 20
    /// Statements with more values than this (lists of any length) are compiled anew, so that the cache stays small.
    private static let cachedValueLimit = 24

    private var connection: GRDB.Database?

    init(_ connection: GRDB.Database) {
        self.connection = connection
    }

    /// Ends the view: whoever kept it gets an error from then on.
    func end() {
        connection = nil
    }

    func rows(_ sql: SQL) throws -> [Row] {
        try translatingSQLite {
            let (statement, _) = try prepare(sql)
            let columns = statement.columnNames
            guard Set(columns).count == columns.count else {
                throw StorageError(.engine, "two columns of an answer have one name; name them with AS")
            }
            var rows: [Row] = []
            let cursor = try GRDB.Row.fetchCursor(statement)
            while let row = try cursor.next() {
                rows.append(Row(columns: columns, values: columns.indices.map { DatabaseValue(row[$0]) }))
            }
            return rows
        }
    }

    func explain(_ sql: SQL) throws -> [String] {
        try rows(SQL("EXPLAIN QUERY PLAN " + sql.text, values: sql.values)).map { try $0.get("detail") }
    }

    fileprivate func prepare(_ sql: SQL) throws -> (GRDB.Statement, GRDB.Database) {
        guard let connection else {
            throw StorageError(.engine, "a transaction was used after its closure ended; do all work inside the closure")
        }
        // SQLite would run it on its own, and keep it: no part of a transaction that is gone.
        guard connection.isInsideTransaction else {
            throw StorageError(.engine, "SQLite rolled the transaction back; let its errors through")
        }
        try Self.checkKind(of: sql)
        let isCached = sql.values.count <= Self.cachedValueLimit
        let statement = try isCached ? connection.cachedStatement(sql: sql.text) : connection.makeStatement(sql: sql.text)
        // By name: SQLite numbers `$2` and `$1` in the order in which they appear, not by what they say.
        var arguments: [String: (any DatabaseValueConvertible)?] = [:]
        for (index, value) in sql.values.enumerated() {
            arguments.updateValue(try value.forSQLite(parameter: index + 1), forKey: "\(index + 1)")
        }
        try statement.setArguments(StatementArguments(arguments))
        return (statement, connection)
    }

    /// Lets only statements through that leave the transaction to the engine.
    private static func checkKind(of sql: SQL) throws {
        let word = sql.text.utf8.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") }
        guard allowedWords.contains(String(Substring(word)).uppercased()) else {
            throw StorageError(.engine, "a statement must begin with one of: \(allowedWords.sorted().joined(separator: ", "))")
        }
    }

    private static let allowedWords: Set<String> = [
        "ALTER", "CREATE", "DELETE", "DROP", "EXPLAIN", "INSERT", "SELECT", "UPDATE", "VALUES", "WITH",
    ]
}

/// One caller's part of a commit.
final class SQLiteWriteTransaction: SQLiteReadTransaction, WriteTransaction {
    /// What runs after the commit, in order.
    private(set) var effects: [@Sendable () -> Void] = []

    func execute(_ sql: SQL) throws -> Int {
        try translatingSQLite {
            let (statement, connection) = try prepare(sql)
            let before = connection.totalChangesCount
            try statement.execute()
            // SQLite keeps the count of the last statement that could change rows; others changed none.
            return connection.totalChangesCount == before ? 0 : connection.changesCount
        }
    }

    func afterCommit(_ effect: @escaping @Sendable () -> Void) {
        effects.append(effect)
    }
}

extension DatabaseValue {
    fileprivate func forSQLite(parameter: Int) throws -> (any DatabaseValueConvertible)? {
        switch self {
        case .integer(let value):
            return value
        case .real(let value):
            guard !value.isNaN else {
                throw StorageError(.unexpectedValue, "parameter $\(parameter) is not a number (NaN), which no column can hold")
            }
            return value
        case .text(let value):
            try checkSize(value.utf8.count, parameter: parameter)
            guard !value.utf8.contains(0) else {
                throw StorageError(.unexpectedValue, "parameter $\(parameter) holds a NUL character, which no text column can hold")
            }
            return value
        case .blob(let value):
            try checkSize(value.count, parameter: parameter)
            return Data(value)
        case .null:
            return nil
        }
    }

    private func checkSize(_ count: Int, parameter: Int) throws {
        guard count <= SQLiteReadTransaction.valueLimit else {
            throw StorageError(.unexpectedValue, "parameter $\(parameter) is longer than \(SQLiteReadTransaction.valueLimit) bytes")
        }
    }

    fileprivate init(_ value: GRDB.DatabaseValue) {
        self =
            switch value.storage {
            case .null: .null(.text)
            case .int64(let value): .integer(value)
            case .double(let value): .real(value)
            case .string(let value): .text(value)
            case .blob(let value): .blob([UInt8](value))
            }
    }
}
