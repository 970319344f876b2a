public import ParaphStorage

/// The life of an instance's data: a random name that stays until a backup is restored.
///
/// A client that follows changes keeps its cursor with the epoch: after a restore the numbers before mean other rows, and the cursor is refused.
public enum Epoch {
    /// The table that keeps it.
    public static let migrations = [baseline]

    /// The epoch's name; `nil` before the first one began.
    public static func current(in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT name FROM epoch WHERE id = 1")?.get("name")
    }

    /// Begins an epoch where there is none.
    public static func beginFirst(in database: any Database) async throws {
        if try await database.read({ try current(in: $0) }) != nil { return }
        try await database.write { tx in
            try tx.execute("INSERT INTO epoch (id, name) VALUES (1, \(Identifier.random())) ON CONFLICT (id) DO NOTHING")
        }
    }

    /// Begins a new epoch, as a restore does.
    ///
    /// - Returns: its name.
    public static func begin(in tx: any WriteTransaction) throws -> String {
        let name = Identifier.random()
        try tx.execute("INSERT INTO epoch (id, name) VALUES (1, \(name)) ON CONFLICT (id) DO UPDATE SET name = excluded.name")
        return name
    }
}
