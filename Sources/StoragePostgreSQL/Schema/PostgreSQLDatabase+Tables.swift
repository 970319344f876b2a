public import ParaphStorage

extension PostgreSQLDatabase {
    public func tables() async throws -> [TableShape] {
        try await read { try Self.tables(in: $0) }
    }

    static func tables(in tx: any ReadTransaction) throws -> [TableShape] {
        var columns: [String: [TableShape.Column]] = [:]
        for row in try tx.rows(
            """
            SELECT relname, attname, attnotnull AS required, typname
            FROM pg_catalog.pg_attribute
            JOIN pg_catalog.pg_class ON pg_class.oid = attrelid AND relkind IN ('r', 'p')
            JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace AND nspname = current_schema()
            JOIN pg_catalog.pg_type ON pg_type.oid = atttypid
            WHERE attnum > 0 AND NOT attisdropped
            """
        ) {
            let column = TableShape.Column(
                name: try row.get("attname"),
                kind: try kind(of: row.get("typname")),
                isOptional: try row.get("required", as: Int.self) == 0
            )
            columns[try row.get("relname"), default: []].append(column)
        }
        var keys: [String: [String]] = [:]
        for row in try tx.rows(
            """
            SELECT relname, attname FROM pg_catalog.pg_constraint
            JOIN pg_catalog.pg_class ON pg_class.oid = conrelid
            JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace AND nspname = current_schema()
            JOIN pg_catalog.pg_attribute ON attrelid = conrelid AND attnum = ANY (conkey)
            WHERE contype = 'p' ORDER BY relname, array_position(conkey, attnum)
            """
        ) {
            keys[try row.get("relname"), default: []].append(try row.get("attname"))
        }
        var parents: [String: Set<String>] = [:]
        for row in try tx.rows(
            """
            SELECT child.relname AS child, parent.relname AS parent FROM pg_catalog.pg_constraint
            JOIN pg_catalog.pg_class AS child ON child.oid = conrelid
            JOIN pg_catalog.pg_class AS parent ON parent.oid = confrelid
            JOIN pg_catalog.pg_namespace ON pg_namespace.oid = child.relnamespace AND nspname = current_schema()
            WHERE contype = 'f'
            """
        ) {
            parents[try row.get("child"), default: []].insert(try row.get("parent"))
        }
        return columns.sorted { $0.key < $1.key }.map { name, columns in
            TableShape(name: name, columns: columns, key: keys[name] ?? [], parents: parents[name] ?? [])
        }
    }

    private static func kind(of type: String) throws -> DatabaseValue.Kind {
        switch type {
        case "int8": .integer
        case "float8": .real
        case "text": .text
        case "blob": .blob
        default: throw StorageError(.engine, "a column has PostgreSQL's type \(type), which engines do not share")
        }
    }
}
