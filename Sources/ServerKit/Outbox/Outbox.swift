public import ParaphStorage
import ParaphWire

/// What is to leave the instance: taken in the transaction of what it tells about, and sent by its lane once that is durable.
///
/// An item is never lost: it is there with its cause, or neither is. It may arrive twice when the program dies while sending; both copies carry
/// the same id. Payloads are sealed at rest, and gone from the table once they are delivered.
public struct Outbox: Sendable {
    private static let holder = "outbox"
    private static let table = "outboxItem"
    /// Rung for when an item waits.
    static let topic: Topic = "outbox"
    /// The longest idempotency key that is taken, in bytes of UTF-8.
    public static let keyLimit = 200

    private let keys: KeyRing
    let time: any TimeSource

    /// Makes the outbox of an instance; a domain makes its own, for it is a table that all share.
    ///
    /// - Parameters:
    ///   - keys: What seals items while they wait.
    ///   - time: Tells when items are due.
    public init(keys: KeyRing, time: any TimeSource) {
        self.keys = keys
        self.time = time
    }

    /// Takes an item; it leaves after the transaction's commit.
    ///
    /// - Parameters:
    ///   - payload: What the lane delivers.
    ///   - lane: The lane's name.
    ///   - key: What the caller knows it by: a second item with the same key in the same lane is not taken. It stands in the clear, so it names
    ///     things by their ids. It is remembered for seven days after the item was delivered, and as long as it waits or stands as given up.
    ///   - tx: The transaction of what it tells about.
    /// - Returns: What identifies the item; the first one's id where the key is known.
    /// - Throws: `StorageError`; of code `unexpectedValue` where the key is empty or too long.
    @discardableResult
    public func enqueue(_ payload: [UInt8], lane: String, key: String? = nil, in tx: any WriteTransaction) throws -> String {
        if let key {
            guard (1...Self.keyLimit).contains(key.utf8.count) else {
                throw StorageError(.unexpectedValue, "an idempotency key must be 1 to \(Self.keyLimit) bytes")
            }
            if let first = try id(of: key, lane, in: tx) { return first }
        }
        let id = Identifier.random()
        let now = time.now().milliseconds
        try keys.create(holder: Self.holder, in: tx)
        let sealed = try keys.seal(payload, holder: Self.holder, table: Self.table, row: id, version: 1, in: tx)
        let taken = try tx.execute(
            """
            INSERT INTO outboxItem (id, lane, idempotencyKey, sealed, createdAt, dueAt, attempts)
            VALUES (\(id), \(lane), \(key), \(sealed), \(now), \(now), 0) ON CONFLICT (lane, idempotencyKey) DO NOTHING
            """
        )
        // Another node was faster.
        guard taken == 1 else {
            guard let key, let first = try self.id(of: key, lane, in: tx) else {
                throw StorageError(.conflict, "an item with the same key was taken at the same time")
            }
            return first
        }
        tx.wake(Self.topic)
        return id
    }

    private func id(of key: String, _ lane: String, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT id FROM outboxItem WHERE lane = \(lane) AND idempotencyKey = \(key)")?.get("id")
    }

    /// How many items wait and how many were given up, for those who watch the instance.
    public func counts(in tx: any ReadTransaction) throws -> (waiting: Int, dead: Int) {
        let row = try tx.first("SELECT COUNT(*) AS every, COUNT(diedAt) AS dead FROM outboxItem WHERE sentAt IS NULL")
        let every = try row?.get("every", as: Int.self) ?? 0
        let dead = try row?.get("dead", as: Int.self) ?? 0
        return (every - dead, dead)
    }

    // MARK: Sending

    /// An item that one sender holds until its lease ends.
    struct Claim: Sendable {
        var id: String
        var attempt: Int
        /// The item, or `nil` where it cannot be opened again.
        var item: OutboxItem?
    }

    /// Takes some items of a lane that are due; no other sender takes them until the lease ends.
    func claim(_ lane: any OutboxLane, atMost limit: Int, leaseSeconds: Int64, in tx: any WriteTransaction) throws -> [Claim] {
        let now = time.now()
        let due = try tx.rows(
            """
            SELECT id, sealed, createdAt, attempts FROM outboxItem
            WHERE diedAt IS NULL AND sentAt IS NULL AND lane = \(lane.name) AND dueAt <= \(now.milliseconds)
            ORDER BY dueAt, id LIMIT \(limit)
            """
        )
        return try due.map { row in
            let id: String = try row.get("id")
            let attempt: Int = try row.get("attempts") + 1
            let until = now.adding(seconds: leaseSeconds).milliseconds
            try tx.execute("UPDATE outboxItem SET attempts = \(attempt), dueAt = \(until) WHERE id = \(id)")
            let createdAt: Int64 = try row.get("createdAt")
            let payload = open(try row.get("sealed"), id: id, in: tx)
            let item = payload.map { OutboxItem(id: id, attempt: attempt, createdAt: createdAt, payload: $0) }
            return Claim(id: id, attempt: attempt, item: item)
        }
    }

    /// Opens a payload; `nil` where it cannot be opened any more.
    func open(_ sealed: [UInt8], id: String, in tx: any ReadTransaction) -> [UInt8]? {
        try? keys.open(sealed, holder: Self.holder, table: Self.table, row: id, version: 1, in: tx)
    }

    /// Forgets an item that was delivered, and of one with a key all but the key.
    func finish(_ claim: Claim, in tx: any WriteTransaction) throws {
        if try tx.execute("DELETE FROM outboxItem WHERE id = \(claim.id) AND idempotencyKey IS NULL") == 1 { return }
        try tx.execute(
            "UPDATE outboxItem SET sentAt = \(time.now().milliseconds), sealed = NULL, diedAt = NULL, failure = NULL WHERE id = \(claim.id)"
        )
    }

    /// Lets an item wait for its next try, unless another sender has taken it over meanwhile.
    func postpone(_ claim: Claim, milliseconds: Int64, failure: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE outboxItem SET dueAt = \(time.now().milliseconds + milliseconds), failure = \(failure)
            WHERE id = \(claim.id) AND attempts = \(claim.attempt) AND diedAt IS NULL AND sentAt IS NULL
            """
        )
    }

    /// Gives an item up; it stays as a dead letter.
    ///
    /// - Returns: whether it was given up now, and no other sender has taken it over meanwhile.
    func bury(_ claim: Claim, failure: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute(
            """
            UPDATE outboxItem SET diedAt = \(time.now().milliseconds), failure = \(failure)
            WHERE id = \(claim.id) AND attempts = \(claim.attempt) AND diedAt IS NULL AND sentAt IS NULL
            """
        ) == 1
    }
}
