import ParaphStorage
import ServerKit

/// A row that a transaction changed.
struct ListedChange {
    enum Operation: String, CaseIterable {
        case insert = "INSERT"
        case update = "UPDATE"
        case delete = "DELETE"

        /// The row, as triggers call it.
        var row: String { self == .delete ? "OLD" : "NEW" }
    }

    var operation: Operation
    var table: String
    var kind: String
    var thing: String
    /// A person who has the thing, empty where the row names nobody; `nil` where its table names none.
    var person: String?

    init?(operation: String, table: String, kind: String, thing: String, person: String?) {
        guard let operation = Operation(rawValue: operation) else { return nil }
        (self.operation, self.table, self.kind, self.thing, self.person) = (operation, table, kind, thing, person)
    }
}

/// A table whose changes are listed.
struct ListedTable {
    let table: FollowedTable
    /// The kind of its things; `nil` where a column says it.
    let kind: ChangeKind?
    /// The columns whose changes count.
    let columns: [String]

    init(_ table: FollowedTable, of kind: ChangeKind?, columns: [String]) {
        (self.table, self.kind) = (table, kind)
        self.columns = columns.filter { !table.unseen.contains($0) }
    }

    /// Which changes of a row count.
    func condition(of operation: ListedChange.Operation, _ differs: String) -> String {
        guard operation == .update else { return "" }
        return "WHEN (\(columns.map { "OLD.\($0) \(differs) NEW.\($0)" }.joined(separator: " OR ")))"
    }
}

/// By triggers of the one connection that writes, in a table that no other connection sees.
enum SQLiteChangeList {
    static func statements(_ tables: [ListedTable]) -> [String] {
        let list = "CREATE TEMP TABLE listedChange (operation TEXT, source TEXT, kind TEXT, thing TEXT, person TEXT, hasPerson INTEGER)"
        return [list] + tables.flatMap { table in ListedChange.Operation.allCases.map { trigger(on: table, $0) } }
    }

    private static func trigger(on listed: ListedTable, _ operation: ListedChange.Operation) -> String {
        let (table, row) = (listed.table, operation.row)
        let values = [
            "'\(operation.rawValue)'", "'\(table.name)'", listed.kind.map { "'\($0.name)'" } ?? "\(row).kind", "\(row).\(table.thing)",
            table.person.map { "\(row).\($0)" } ?? "NULL", table.person == nil ? "0" : "1",
        ]
        return """
            CREATE TEMP TRIGGER listed_\(table.name)_\(operation) AFTER \(operation.rawValue) ON \(table.name)
            \(listed.condition(of: operation, "IS NOT")) BEGIN
                INSERT INTO listedChange VALUES (\(values.joined(separator: ", ")));
            END
            """
    }

    /// The columns of a table; none where it is not there.
    static func columns(of table: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT name FROM pragma_table_info(\(table))").map { try $0.get("name") }
    }

    /// What was listed, which is taken out: many transactions share a connection.
    static func take(in tx: any WriteTransaction) throws -> [ListedChange] {
        let rows = try tx.rows("SELECT operation, source, kind, thing, COALESCE(person, '') AS person, hasPerson FROM listedChange")
        if !rows.isEmpty { try tx.execute("DELETE FROM listedChange") }
        return try rows.compactMap { row in
            ListedChange(
                operation: try row.get("operation"),
                table: try row.get("source"),
                kind: try row.get("kind"),
                thing: try row.get("thing"),
                person: try row.get("hasPerson", as: Int.self) == 1 ? try row.get("person", as: String.self) : nil
            )
        }
    }
}

/// By triggers of the schema, in a setting that ends with the transaction.
enum PostgreSQLChangeList {
    private static let function = """
        CREATE FUNCTION list_change() RETURNS trigger LANGUAGE plpgsql AS '
        DECLARE changed jsonb;
        BEGIN
            IF TG_OP = ''DELETE'' THEN changed := to_jsonb(OLD); ELSE changed := to_jsonb(NEW); END IF;
            PERFORM set_config(''paraph.listed'', concat(
                current_setting(''paraph.listed'', true), TG_OP, chr(9), TG_TABLE_NAME, chr(9),
                CASE TG_ARGV[0] WHEN '''' THEN changed->>''kind'' ELSE TG_ARGV[0] END, chr(9), changed->>TG_ARGV[1], chr(9),
                changed->>TG_ARGV[2], chr(9), CASE TG_ARGV[2] WHEN '''' THEN 0 ELSE 1 END, chr(10)
            ), true);
            RETURN NULL;
        END'
        """

    static func isThere(in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT proname FROM pg_catalog.pg_proc JOIN pg_catalog.pg_namespace ON pg_namespace.oid = pronamespace
            WHERE nspname = current_schema() AND proname = 'list_change'
            """
        ) != nil
    }

    /// The columns of a table; none where it is not there.
    static func columns(of table: String, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows(
            """
            SELECT attname FROM pg_catalog.pg_attribute JOIN pg_catalog.pg_class ON pg_class.oid = attrelid
            JOIN pg_catalog.pg_namespace ON pg_namespace.oid = relnamespace
            WHERE nspname = current_schema() AND relname = \(table) AND attnum > 0 AND NOT attisdropped
            """
        ).map { try $0.get("attname") }
    }

    static func statements(_ tables: [ListedTable]) -> [String] {
        [function] + tables.flatMap { table in ListedChange.Operation.allCases.map { trigger(on: table, $0) } }
    }

    private static func trigger(on listed: ListedTable, _ operation: ListedChange.Operation) -> String {
        let table = listed.table
        return """
            CREATE TRIGGER listed_\(operation) AFTER \(operation.rawValue) ON \(table.name) FOR EACH ROW
            \(listed.condition(of: operation, "IS DISTINCT FROM"))
            EXECUTE FUNCTION list_change('\(listed.kind?.name ?? "")', '\(table.thing)', '\(table.person ?? "")')
            """
    }

    /// What was listed so far.
    static func changes(in tx: any ReadTransaction) throws -> [ListedChange] {
        let text = try tx.first("SELECT COALESCE(current_setting('paraph.listed', true), '') AS lines")?.get("lines", as: String.self)
        return (text ?? "").split(separator: "\n").compactMap { line in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 6 else { return nil }
            return ListedChange(
                operation: parts[0],
                table: parts[1],
                kind: parts[2],
                thing: parts[3],
                person: parts[5] == "1" ? parts[4] : nil
            )
        }
    }
}
