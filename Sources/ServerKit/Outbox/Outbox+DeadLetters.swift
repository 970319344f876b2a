import ParaphStorage
import ParaphWire

extension Outbox {
    /// For how long a dead letter keeps its payload, and then its row, in seconds.
    static let payloadRetention: Int64 = 7 * 86_400
    static let rowRetention: Int64 = 90 * 86_400
    /// For how long the key of a delivered item is remembered, in seconds.
    static let keyRetention: Int64 = 7 * 86_400

    /// Some of the items by their age, opened for who they are for.
    func entries(
        after last: OutboxAdministration.Entry?,
        onlyDead: Bool,
        limit: Int,
        lanes: [any OutboxLane],
        in tx: any ReadTransaction
    ) throws -> [OutboxAdministration.Entry] {
        let (at, id) = (last?.createdAt.milliseconds ?? .min, last?.id ?? "")
        return try tx.rows(
            """
            SELECT * FROM outboxItem
            WHERE (createdAt, id) > (\(at), \(id)) AND sentAt IS NULL AND (diedAt IS NOT NULL OR \(onlyDead) = 0)
            ORDER BY createdAt, id LIMIT \(limit)
            """
        ).map { row in
            let diedAt: Int64? = try row.find("diedAt")
            let (id, name): (String, String) = (try row.get("id"), try row.get("lane"))
            let payload = try row.find("sealed", as: [UInt8].self).flatMap { open($0, id: id, in: tx) }
            return OutboxAdministration.Entry(
                id: id,
                lane: name,
                to: payload.flatMap { bytes in lanes.first { $0.name == name }?.recipient(of: bytes) },
                createdAt: try row.timestamp("createdAt"),
                dueAt: diedAt == nil ? try row.timestamp("dueAt") : nil,
                diedAt: diedAt.map(Timestamp.init(milliseconds:)),
                attempts: try row.get("attempts"),
                failure: try row.find("failure"),
                canBeSentAgain: diedAt != nil && payload != nil
            )
        }
    }

    /// The ids of what was given up, the oldest first.
    func dead(in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM outboxItem WHERE diedAt IS NOT NULL ORDER BY diedAt, id").map { try $0.get("id") }
    }

    /// The ids of what was given up and can be sent again, the oldest first.
    func deadWithPayload(in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT id FROM outboxItem WHERE diedAt IS NOT NULL AND sealed IS NOT NULL ORDER BY diedAt, id").map {
            try $0.get("id")
        }
    }

    /// Puts a dead letter back among those that wait, with all its tries before it.
    ///
    /// - Returns: Whether there was one with its payload still there.
    func sendAgain(_ id: String, in tx: any WriteTransaction) throws -> Bool {
        let changed = try tx.execute(
            """
            UPDATE outboxItem SET diedAt = NULL, attempts = 0, dueAt = \(time.now().milliseconds)
            WHERE id = \(id) AND diedAt IS NOT NULL AND sealed IS NOT NULL
            """
        )
        if changed > 0 { tx.wake(Self.topic) }
        return changed > 0
    }

    /// Forgets an item that never left, its key too.
    ///
    /// - Returns: whether there was one.
    func drop(_ id: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("DELETE FROM outboxItem WHERE id = \(id) AND sentAt IS NULL") == 1
    }

    /// Takes the payload from dead letters after seven days, and removes them after ninety; forgets the keys of what was delivered.
    func purge(in tx: any WriteTransaction) throws {
        func limit(_ seconds: Int64) -> Int64 { time.now().adding(seconds: -seconds).milliseconds }
        try tx.execute("DELETE FROM outboxItem WHERE diedAt < \(limit(Self.rowRetention))")
        try tx.execute("UPDATE outboxItem SET sealed = NULL WHERE diedAt < \(limit(Self.payloadRetention)) AND sealed IS NOT NULL")
        try tx.execute("DELETE FROM outboxItem WHERE sentAt < \(limit(Self.keyRetention))")
    }
}
