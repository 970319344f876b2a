import ParaphStorage
import ServerKit
import TestSupport

/// Changes of what people's lists show: the tables that kinds name are watched in every test, and here it is seen that they are, each column of them.
extension DomainContract {
    /// What could be written to followed things and not be noted.
    func unwatchedChanges(of personID: String) async throws -> [String] {
        guard let watched = database as? WatchedDatabase else {
            return domains.changeKinds.isEmpty ? [] : ["nothing looks at what transactions note"]
        }
        let shapes = try await database.tables()
        var faults: [String] = []
        for kind in domains.changeKinds {
            if kind.tables.isEmpty { faults.append("\(kind.name) names no table") }
            for table in kind.tables {
                guard let shape = shapes.first(where: { $0.name == table.name }) else {
                    faults.append("\(kind.name) names \(table.name), which is no table")
                    continue
                }
                let named = table.unseen.union([table.thing]).union(table.person.map { [$0] } ?? [])
                let unknown = named.subtracting(shape.columns.map(\.name))
                faults += unknown.map { "\(kind.name) names \(table.name).\($0), which is no column" }
                guard unknown.isEmpty else { continue }
                faults += try await unwatchedChanges(of: shape, as: table, of: kind, among: shapes, in: watched, personID)
            }
        }
        let followed = Set(domains.changeKinds.flatMap(\.tables).map(\.name))
        for shape in shapes where !followed.contains(shape.name) {
            let isPart = !shape.parents.isDisjoint(with: followed)
            guard isPart != unfollowed.contains(shape.name) else { continue }
            faults.append(
                isPart
                    ? "\(shape.name) is a part of what people's lists show, and no kind of changes names it"
                    : "\(shape.name) is said to be a part of what people's lists show, and is none"
            )
        }
        return faults + followed.intersection(unfollowed).map { "\($0) is followed, and said not to be" }
    }

    /// Changes each column of a row, then deletes it: whatever can be done is found.
    private func unwatchedChanges(
        of shape: TableShape,
        as table: FollowedTable,
        of kind: ChangeKind,
        among shapes: [TableShape],
        in watched: WatchedDatabase,
        _ personID: String
    ) async throws -> [String] {
        let (name, thing) = (SQL(stringLiteral: table.name), SQL(stringLiteral: table.thing))
        let row = try await database.read { try $0.first("SELECT \(thing) AS thing FROM \(name)") }
        // That it is empty is told by itself.
        guard let id = try row?.get("thing", as: String.self) else { return [] }
        var faults: [String] = []
        for column in shape.columns where column.name != table.thing && !table.unseen.contains(column.name) {
            let (old, value) = (SQL(stringLiteral: column.name), Self.another(column))
            // What a constraint refuses nobody can do.
            let forgotten = try? await watched.forgotten { try $0.execute("UPDATE \(name) SET \(old) = \(value) WHERE \(thing) = \(id)") }
            if forgotten == [] { faults.append("\(table.name).\(column.name) can change without a note") }
        }
        // Somebody has it.
        try await database.write { tx in try ChangeLog.note(kind, id, for: [personID], in: tx) }
        // Rows that refer to it without going with it go first.
        let parts = try TableShape.sortedByReference(shapes).map(\.name).filter { part in
            shapes.contains { $0.name == part && $0.parents.contains(table.name) }
        }
        let forgotten = try await watched.forgotten { tx in
            for part in parts.reversed() where part != table.name { try tx.execute("DELETE FROM \(SQL(stringLiteral: part))") }
            try tx.execute("DELETE FROM \(name) WHERE \(thing) = \(id)")
        }
        if !forgotten.contains(where: { $0.hasPrefix("\(table.name) ") }) { faults.append("\(table.name) can lose a row without a note") }
        return faults
    }

    /// Another value than a column has.
    private static func another(_ column: TableShape.Column) -> SQL {
        let name = SQL(stringLiteral: column.name)
        return switch column.kind {
        case .text: "COALESCE(\(name) || 'x', 'x')"
        case .integer, .real: "COALESCE(\(name) + 1, 1)"
        case .blob: "\((0..<40).map { _ in UInt8.random(in: 0...255) })"
        }
    }
}
