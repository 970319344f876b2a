/// What a backup reads and a restore writes of a table.
extension TableShape {
    /// Every table that some migrations make, each behind those that it refers to; the same on every engine.
    ///
    /// - Throws: ``StorageError`` where a table has no primary key, by whose order it would be read, or a column of a kind of one engine alone.
    static func all(of migrations: [Migration]) async throws -> [TableShape] {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate(migrations)
        let tables = try await database.tables()
        await database.close()
        if let table = tables.first(where: \.key.isEmpty) {
            throw StorageError(.engine, "the table \(table.name) has no primary key, so that no backup can read it in order")
        }
        return try sortedByReference(tables)
    }

    /// A page of rows behind the one whose key is given.
    func page(after key: [DatabaseValue], limit: Int) -> SQL {
        let names = columns.map(\.name).joined(separator: ", ")
        let order = self.key.joined(separator: ", ")
        var values = key
        var text = "SELECT \(names) FROM \(name)"
        if !key.isEmpty {
            text += " WHERE (\(order)) > (\((1...key.count).map { "$\($0)" }.joined(separator: ", ")))"
        }
        values.append(.integer(Int64(limit)))
        return SQL("\(text) ORDER BY \(order) LIMIT $\(values.count)", values: values)
    }

    func insertion(of values: [DatabaseValue]) -> SQL {
        let names = columns.map(\.name).joined(separator: ", ")
        let parameters = columns.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return SQL("INSERT INTO \(name) (\(names)) VALUES (\(parameters))", values: values)
    }

    /// A row's values in the order of the columns.
    func values(of row: Row) throws -> [DatabaseValue] {
        try columns.map { column in
            switch column.kind {
            case .integer: try row.find(column.name, as: Int64.self).map(DatabaseValue.integer) ?? .null(.integer)
            case .real: try row.find(column.name, as: Double.self).map(DatabaseValue.real) ?? .null(.real)
            case .text: try row.find(column.name, as: String.self).map(DatabaseValue.text) ?? .null(.text)
            case .blob: try row.find(column.name, as: [UInt8].self).map(DatabaseValue.blob) ?? .null(.blob)
            }
        }
    }

    /// The values of the primary key in a row's values.
    func key(of values: [DatabaseValue]) -> [DatabaseValue] {
        key.compactMap { name in columns.firstIndex { $0.name == name }.map { values[$0] } }
    }
}
