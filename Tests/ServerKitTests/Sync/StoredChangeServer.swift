import ParaphStorage
import ParaphWire

@testable import ServerKit

/// The change log itself under the model, on a real database.
final class StoredChangeServer: ModelServer {
    private let database: any Database
    private let person = "anna"
    private var backup: [(String, Int)] = []

    init(_ database: any Database) async throws {
        self.database = database
        let things = Migration(
            name: "model/001-things",
            sql: "CREATE TABLE modelThing (id TEXT NOT NULL PRIMARY KEY, version INTEGER NOT NULL);"
        )
        try await database.migrate(Epoch.migrations + ChangeLog.migrations + [things])
        try await Epoch.beginFirst(in: database)
    }

    func step(_ time: Int) {}
    func begin(_ write: ModelWrite) {}

    func commit(_ write: ModelWrite) async throws {
        try await database.write { [person] tx in
            try tx.execute("DELETE FROM modelThing WHERE id = \(write.thing)")
            if !write.isRemoval { try tx.execute("INSERT INTO modelThing (id, version) VALUES (\(write.thing), \(write.number))") }
            try ChangeLog.note(ChangeKind("thing"), write.thing, for: [person], isRemoved: write.isRemoval, in: tx)
        }
    }

    func changes(after cursor: String?, limit: Int) async throws -> Changes {
        try await database.read { [person] in try ChangeLog.changes(of: person, after: cursor, limit: limit, in: $0) }
    }

    func things() async throws -> [String: Int] {
        let rows = try await database.read { tx in
            try tx.rows("SELECT id, version FROM modelThing").map {
                (try $0.get("id", as: String.self), try $0.get("version", as: Int.self))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    func backUp() async throws { backup = try await things().map { ($0.key, $0.value) } }

    /// As a restore does: what is noted of changes is no part of a backup, and another epoch begins.
    func restore() async throws {
        try await database.write { [backup] tx in
            for table in ["modelThing", "syncChange", "syncClock"] { try tx.execute(SQL(stringLiteral: "DELETE FROM \(table)")) }
            for (id, version) in backup { try tx.execute("INSERT INTO modelThing (id, version) VALUES (\(id), \(version))") }
            _ = try Epoch.begin(in: tx)
        }
    }
}
