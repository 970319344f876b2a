public import ParaphStorage
public import ParaphWire

/// The list of what was erased or ended, which backups carry, for all domains.
public enum ErasureStore {
    /// The table that keeps it.
    public static let migrations = [baseline]

    /// Notes an erasure; a later one of the same takes the place of the earlier.
    ///
    /// - Parameters:
    ///   - kind: What kind of thing is gone, of the domain that notes it.
    ///   - id: Its id, as the domain finds it again.
    ///   - now: Since when.
    ///   - tx: The transaction that erases it.
    /// - Throws: `StorageError` where the database refuses.
    public static func add(_ kind: ErasureKind, _ id: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try add(Erasure(kind: kind.rawValue, id: id, at: now.milliseconds), in: tx)
    }

    static func add(_ erasure: Erasure, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO erasure (kind, id, at) VALUES (\(erasure.kind), \(erasure.id), \(erasure.at))
            ON CONFLICT (kind, id) DO UPDATE SET at = excluded.at
            """
        )
    }

    /// Forgets an erasure: the thing is there again, as what was disabled and is enabled.
    ///
    /// - Throws: `StorageError` where the database refuses.
    public static func remove(_ kind: ErasureKind, _ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM erasure WHERE kind = \(kind.rawValue) AND id = \(id)")
    }

    /// Everything that was erased, by kind and id.
    ///
    /// - Throws: `StorageError` where the database refuses.
    public static func all(in tx: any ReadTransaction) throws -> [Erasure] {
        try tx.rows("SELECT kind, id, at FROM erasure ORDER BY kind, id").map { row in
            Erasure(kind: try row.get("kind"), id: try row.get("id"), at: try row.get("at"))
        }
    }

    /// Forgets what was erased so long ago that no backup in use holds it, of each kind by its own memory.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of all domains.
    ///   - now: The moment.
    ///   - limit: How many at most.
    ///   - tx: The transaction.
    /// - Returns: how many it forgot.
    /// - Throws: `StorageError` where the database refuses.
    public static func deleteOld(of kinds: [ErasureKind], at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try kinds.reduce(0) { count, kind in
            guard let memory = kind.memory, count < limit else { return count }
            return count
                + (try tx.execute(
                    """
                    DELETE FROM erasure WHERE kind = \(kind.rawValue) AND id IN (
                        SELECT id FROM erasure WHERE kind = \(kind.rawValue) AND at <= \(now.adding(seconds: -memory).milliseconds)
                        ORDER BY at LIMIT \(limit - count))
                    """
                ))
        }
    }
}
