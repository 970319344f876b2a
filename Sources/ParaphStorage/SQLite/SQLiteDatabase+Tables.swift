extension SQLiteDatabase {
    public func tables() async throws -> [TableShape] {
        try await read { tx in
            let names = try tx.rows(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
            )
            return try names.map { try Self.shape(of: $0.get("name"), in: tx) }
        }
    }

    private static func shape(of table: String, in tx: any ReadTransaction) throws -> TableShape {
        let columns = try tx.rows("SELECT name, type, \"notnull\" AS required, pk FROM pragma_table_info(\(table))")
        let key = try columns.filter { try $0.get("pk", as: Int.self) > 0 }.sorted { try $0.get("pk", as: Int.self) < $1.get("pk") }
        let parents = try tx.rows("SELECT DISTINCT \"table\" AS parent FROM pragma_foreign_key_list(\(table))")
        return TableShape(
            name: table,
            columns: try columns.map { row in
                // A primary key of SQLite's own kind is never NULL, whether it says so or not.
                TableShape.Column(
                    name: try row.get("name"),
                    kind: try kind(of: row.get("type")),
                    isOptional: try row.get("required", as: Int.self) == 0 && row.get("pk", as: Int.self) == 0
                )
            },
            key: try key.map { try $0.get("name") },
            parents: Set(try parents.map { try $0.get("parent") })
        )
    }

    private static func kind(of type: String) throws -> DatabaseValue.Kind {
        switch type.uppercased() {
        case "INTEGER": .integer
        case "REAL": .real
        case "TEXT": .text
        case "BLOB": .blob
        default: throw StorageError(.engine, "a column has the type \(type), which engines do not share")
        }
    }
}
