import ParaphStorage
import ServerKit
import StorageTestSupport
import Synchronization

/// Lists which followed rows a transaction changed and whom it told, and says what it forgot.
final class ChangeWatch: Sendable {
    private struct Thing: Hashable {
        var kind: String
        var id: String
    }

    private let kinds: [ChangeKind]
    private let isInstalled = Mutex(false)

    init(_ kinds: [ChangeKind]) {
        self.kinds = kinds
    }

    /// What a transaction forgot so far.
    func forgotten(in tx: any WriteTransaction) throws -> [String] {
        guard isInstalled.withLock({ $0 }) else { return [] }
        let listed = try TestPostgreSQL.isThere ? PostgreSQLChangeList.changes(in: tx) : SQLiteChangeList.take(in: tx)
        let notes = listed.filter { $0.table == Self.log }
        let told = Dictionary(grouping: notes) { Thing(kind: $0.kind, id: $0.thing) }.mapValues { Set($0.compactMap(\.person)) }
        var faults: Set<String> = []
        let changes = Dictionary(grouping: listed.filter { $0.table != Self.log }) { Thing(kind: $0.kind, id: $0.thing) }
        for (thing, changes) in changes {
            let told = told[thing] ?? []
            // A row that is gone is asked of those alone who had the thing; one that names nobody is in nobody's list.
            let unnoted = changes.filter { change in
                change.operation != .delete && change.person != "" && !(change.person.map(told.contains) ?? !told.isEmpty)
            }
            for change in unnoted { faults.insert("\(change.table) was changed, and the change of the \(thing.kind) is not noted") }
            // On PostgreSQL transactions that all read who has things would conflict: there it is asked only where nobody was told.
            guard unnoted.isEmpty, !TestPostgreSQL.isThere || told.isEmpty else { continue }
            let rows = try tx.rows("SELECT personId FROM syncChange WHERE kind = \(thing.kind) AND thing = \(thing.id) AND removed = 0")
            for table in Set(changes.map(\.table)) where try rows.contains(where: { !told.contains(try $0.get("personId")) }) {
                faults.insert("\(table) was changed, and not everybody who has the \(thing.kind) is told")
            }
        }
        return faults.sorted()
    }

    /// Has changes listed from now on, where all tables are there.
    func install(in database: any Database) async throws {
        guard !isInstalled.withLock({ $0 }) else { return }
        let isListed = try await database.read { tx in try TestPostgreSQL.isThere && PostgreSQLChangeList.isThere(in: tx) }
        let log = FollowedTable(Self.log, thing: "thing", person: "personId")
        let followed = kinds.flatMap { kind in kind.tables.map { (table: $0, kind: Optional(kind)) } } + [(log, nil)]
        let isWatched = try await database.write { tx in
            guard !isListed else { return true }
            let listed = try followed.compactMap { table, kind -> ListedTable? in
                let columns =
                    TestPostgreSQL.isThere
                    ? try PostgreSQLChangeList.columns(of: table.name, in: tx) : try SQLiteChangeList.columns(of: table.name, in: tx)
                return columns.isEmpty ? nil : ListedTable(table, of: kind, columns: columns)
            }
            guard listed.count == followed.count else { return false }
            let statements = TestPostgreSQL.isThere ? PostgreSQLChangeList.statements(listed) : SQLiteChangeList.statements(listed)
            for statement in statements { try tx.execute(SQL(stringLiteral: statement)) }
            return true
        }
        isInstalled.withLock { $0 = isWatched }
    }

    /// Where changes are noted.
    private static let log = "syncChange"
}
