import Crypto

/// Copies tables from one database into another, and compares what lies in both.
package enum TableCopy {
    /// What a table holds: how many rows, and a digest of all of them in the order of their key.
    package struct Content: Hashable, Sendable {
        package var rows = 0
        package var digest = ""
    }

    /// How many rows are read at once.
    private static let pageLength = 200

    /// Copies every row of the tables, each after those that it refers to, in place of what migrations put into the target.
    ///
    /// - Returns: How many rows each table got.
    /// - Throws: ``StorageError`` of code `corrupt` where a table then differs from its source.
    package static func copy(_ tables: [TableShape], from source: any ReadTransaction, to target: any WriteTransaction) throws -> [String:
        Int]
    {
        let tables = try TableShape.sortedByReference(tables)
        var counts: [String: Int] = [:]
        for table in tables.reversed() { try target.execute("DELETE FROM \(SQL(stringLiteral: table.name))") }
        for table in tables {
            let columns = table.columns.map(\.name).joined(separator: ", ")
            let insert: SQL = "INSERT INTO \(SQL(stringLiteral: table.name)) (\(SQL(stringLiteral: columns))) VALUES "
            try forEachRow(of: table, in: source) { values in
                try target.execute("\(insert) \(values: values)")
            }
        }
        for table in tables {
            let (before, after) = (try content(of: table, in: source), try content(of: table, in: target))
            guard before == after else {
                throw StorageError(
                    .corrupt,
                    "the table \(table.name) has \(before.rows) rows in the source and \(after.rows) in the copy, or other contents"
                )
            }
            counts[table.name] = after.rows
        }
        return counts
    }

    /// What a table holds.
    package static func content(of table: TableShape, in tx: any ReadTransaction) throws -> Content {
        var hash = SHA256()
        var rows = 0
        try forEachRow(of: table, in: tx) { values in
            rows += 1
            for value in values { hash.update(data: canonical(value)) }
        }
        return Content(rows: rows, digest: hash.finalize().hexadecimal)
    }

    /// Reads a table in the order of its key, a page at a time; NULL has its column's type.
    private static func forEachRow(of table: TableShape, in tx: any ReadTransaction, _ body: ([DatabaseValue]) throws -> Void) throws {
        guard !table.key.isEmpty else {
            throw StorageError(.engine, "the table \(table.name) has no primary key, by which its rows could be told apart")
        }
        let columns = SQL(stringLiteral: table.columns.map(\.name).joined(separator: ", "))
        let key = SQL(stringLiteral: table.key.joined(separator: ", "))
        var last: [DatabaseValue]?
        while true {
            let beyond: SQL = last.map { "WHERE (\(key)) > \(values: $0)" } ?? ""
            let name = SQL(stringLiteral: table.name)
            let rows = try tx.rows("SELECT \(columns) FROM \(name) \(beyond) ORDER BY \(key) LIMIT \(pageLength)")
            for row in rows {
                try body(try table.columns.map { try row.value($0.name, kind: $0.kind) })
            }
            guard rows.count == pageLength, let row = rows.last else { return }
            last = try table.key.map { name in try row.value(name, kind: .text) }
        }
    }

    /// Bytes that differ where values do: a letter for the type, the length, the value.
    private static func canonical(_ value: DatabaseValue) -> [UInt8] {
        switch value {
        case .null: [UInt8(ascii: "n")]
        case .integer(let value): Array("i\(value);".utf8)
        case .real(let value): Array("r\(value.bitPattern);".utf8)
        case .text(let value): Array("t\(value.utf8.count);".utf8) + value.utf8
        case .blob(let value): Array("b\(value.count);".utf8) + value
        }
    }
}

extension Row {
    fileprivate func value(_ column: String, kind: DatabaseValue.Kind) throws -> DatabaseValue {
        guard let value = self[column] else { throw StorageError.unexpectedValue(column: column) }
        if case .null = value { return .null(kind) }
        return value
    }
}

extension SQL.StringInterpolation {
    /// Binds values as `($1, $2, …)`.
    fileprivate mutating func appendInterpolation(values: [DatabaseValue]) {
        appendLiteral("(")
        for (index, value) in values.enumerated() {
            if index > 0 { appendLiteral(", ") }
            bind(value)
        }
        appendLiteral(")")
    }
}
