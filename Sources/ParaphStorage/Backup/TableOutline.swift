/// One table as its migrations make it: what a backup has to read, and in which order a restore has to write.
struct TableOutline: Hashable, Sendable {
    struct Column: Hashable, Sendable {
        var name: String
        var kind: DatabaseValue.Kind
    }

    var name: String
    var columns: [Column]
    /// The columns of the primary key in order; rows are read in the order of these.
    var key: [String]
    /// The tables that this one refers to.
    var parents: Set<String>

    /// Every table that some migrations make, parents first; the same on every engine.
    static func all(of migrations: [Migration]) async throws -> [TableOutline] {
        let database = try SQLiteDatabase.inMemory()
        try await database.migrate(migrations)
        let tables = try await database.read { tx in
            try tx.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name")
                .map { try TableOutline(name: try $0.get("name"), in: tx) }
        }
        await database.close()
        return sorted(tables)
    }

    private init(name: String, in tx: any ReadTransaction) throws {
        self.name = name
        let rows = try tx.rows("SELECT name, type, pk FROM pragma_table_info(\(name)) ORDER BY cid")
        columns = try rows.map { row in
            let type: String = try row.get("type")
            let kinds: [String: DatabaseValue.Kind] = ["INTEGER": .integer, "REAL": .real, "TEXT": .text, "BLOB": .blob]
            guard let kind = kinds[type.uppercased()] else {
                throw StorageError(.engine, "the table \(name) has a column of type \(type), which no backup can hold")
            }
            return Column(name: try row.get("name"), kind: kind)
        }
        key = try rows.filter { try $0.get("pk", as: Int.self) > 0 }.sorted { try $0.get("pk", as: Int.self) < $1.get("pk", as: Int.self) }
            .map { try $0.get("name") }
        guard !key.isEmpty else {
            throw StorageError(.engine, "the table \(name) has no primary key, so that no backup can read it in order")
        }
        parents = Set(try tx.rows("SELECT DISTINCT \"table\" AS parent FROM pragma_foreign_key_list(\(name))").map { try $0.get("parent") })
            .subtracting([name])
    }

    private static func sorted(_ tables: [TableOutline]) -> [TableOutline] {
        var sorted: [TableOutline] = []
        var rest = tables
        while !rest.isEmpty {
            let names = Set(rest.map(\.name))
            let ready = rest.filter { $0.parents.isDisjoint(with: names) }
            // Tables that refer to one another in a circle would never be ready: they come as they are.
            sorted += ready.isEmpty ? rest : ready
            rest = ready.isEmpty ? [] : rest.filter { !$0.parents.isDisjoint(with: names) }
        }
        return sorted
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
