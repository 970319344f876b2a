import Foundation
import GRDB

/// A view of the database that lasts as long as the closure that it was handed to.
class SQLiteReadTransaction: ReadTransaction {
    private var connection: GRDB.Database?

    init(_ connection: GRDB.Database) {
        self.connection = connection
    }

    /// Ends the view: a caller that kept it gets an error from then on.
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
        try sql.checkKind()
        try sql.checkValues()
        let isCached = sql.values.count <= SQL.cachedValueLimit
        let statement = try isCached ? connection.cachedStatement(sql: sql.text) : connection.makeStatement(sql: sql.text)
        // By name: SQLite numbers `$2` and `$1` in the order in which they appear, not by what they say.
        var arguments: [String: (any DatabaseValueConvertible)?] = [:]
        for (index, value) in sql.values.enumerated() {
            arguments.updateValue(value.forSQLite, forKey: "\(index + 1)")
        }
        try statement.setArguments(StatementArguments(arguments))
        return (statement, connection)
    }
}

/// One caller's part of a commit.
final class SQLiteWriteTransaction: SQLiteReadTransaction, WriteTransaction {
    /// What runs after the commit, in order.
    private(set) var effects: [@Sendable () -> Void] = []
    private let wakeUps: WakeUps

    init(_ connection: GRDB.Database, wakeUps: WakeUps) {
        self.wakeUps = wakeUps
        super.init(connection)
    }

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

    func wake(_ topic: Topic) {
        effects.append { [wakeUps] in wakeUps.wake(topic) }
    }
}

extension DatabaseValue {
    fileprivate var forSQLite: (any DatabaseValueConvertible)? {
        switch self {
        case .integer(let value): value
        case .real(let value): value
        case .text(let value): value
        case .blob(let value): Data(value)
        case .null: nil
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
