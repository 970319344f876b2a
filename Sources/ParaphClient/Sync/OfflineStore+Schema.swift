import Foundation
import ParaphStorage
import ParaphWire

extension OfflineStore {
    static let migrations = [
        Migration(
            name: "client/001-baseline",
            sql: """
                CREATE TABLE followed (
                    id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                    personId TEXT NOT NULL,
                    cursor TEXT,
                    kinds TEXT
                );

                CREATE TABLE thing (
                    kind TEXT NOT NULL,
                    id TEXT NOT NULL,
                    changedAt INTEGER NOT NULL,
                    sealed blob NOT NULL,
                    PRIMARY KEY (kind, id)
                );
                CREATE INDEX thingByTime ON thing (kind, changedAt, id);

                CREATE TABLE outgoing (
                    number INTEGER NOT NULL PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE,
                    failure TEXT,
                    sealed blob NOT NULL
                );
                """
        )
    ]

    /// Forgets everything, and destroys the key by which it was sealed.
    static func erase(_ keys: KeyRing, in tx: any WriteTransaction) throws {
        let person: String? = try tx.first("SELECT personId FROM followed WHERE id = 1")?.get("personId")
        try tx.execute("DELETE FROM followed")
        try tx.execute("DELETE FROM thing")
        try tx.execute("DELETE FROM outgoing")
        if let person { try keys.destroy(holder: person, in: tx) }
    }

    /// Whose things are here.
    static func person(in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT personId FROM followed WHERE id = 1")?.get("personId")
    }

    /// Has the store hold a person's things; another's go.
    func hold(_ personID: String) async throws {
        let isAnother = try await storing {
            try await database.write { [keys] tx -> Bool in
                let before = try Self.person(in: tx)
                if before == personID { return false }
                try Self.erase(keys, in: tx)
                try keys.create(holder: personID, in: tx)
                try tx.execute("INSERT INTO followed (id, personId, cursor) VALUES (1, \(personID), \(String?.none))")
                return before != nil
            }
        }
        if isAnother {
            try await storing { try clearOutgoing() }
            tell([])
        }
    }

    /// The kinds of things that this version keeps.
    static let kinds: String = Change.Kind.mirrored.map { $0.kind.rawValue }.sorted().joined(separator: " ")

    /// Where to go on; `nil` to begin anew, also where a version read last that kept other kinds: it passed over what changed of those that it
    /// did not know.
    func cursor() async throws -> String? {
        try await storing {
            try await database.read { tx in
                try tx.first("SELECT cursor FROM followed WHERE id = 1 AND kinds = \(Self.kinds)")?.find("cursor", as: String.self)
            }
        }
    }
}
