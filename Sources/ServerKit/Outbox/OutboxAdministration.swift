import Foundation
public import ParaphStorage
public import ParaphWire

/// What an administrator sees of the items on their way, and does with those that were given up.
public struct OutboxAdministration: Sendable {
    private let outbox: Outbox
    private let lanes: [any OutboxLane]
    private let database: any Database

    /// Administers the outbox of an instance.
    ///
    /// - Parameters:
    ///   - outbox: Where items wait.
    ///   - lanes: The ways out, of all domains.
    ///   - database: Where the outbox lies.
    public init(_ outbox: Outbox, lanes: [any OutboxLane], database: any Database) {
        self.outbox = outbox
        self.lanes = lanes
        self.database = database
    }

    /// One item that waits or was given up, without its payload.
    public struct Entry: Codable, Hashable, Sendable {
        /// What identifies it.
        public var id: String
        /// The lane that it leaves by.
        public var lane: String
        /// Who it is for; absent once its payload was taken away, or where its lane does not tell.
        public var to: String?
        /// When it was taken.
        public var createdAt: Timestamp
        /// When it is tried next; absent where it was given up.
        public var dueAt: Timestamp?
        /// When it was given up.
        public var diedAt: Timestamp?
        /// How often it was tried.
        public var attempts: Int
        /// Why the last try failed; holds no address.
        public var failure: String?
        /// Whether it was given up and has its payload still.
        public var canBeSentAgain: Bool
    }

    /// Some of the items, the oldest first: behind the last one of the page before, 500 at most; only those given up where that is asked.
    public func items(after last: Entry?, onlyDead: Bool) async throws -> [Entry] {
        try await database.read { [outbox, lanes] in
            try outbox.entries(after: last, onlyDead: onlyDead, limit: 500, lanes: lanes, in: $0)
        }
    }

    /// Sends items again that were given up, with all their tries before them; every one of them where no ids are given.
    ///
    /// - Returns: how many.
    /// - Throws: a `notFound` ``ParaphWire/Problem``, with nothing changed, where an id is none of an item that was given up and has its payload still.
    public func sendAgain(_ ids: [String]) async throws -> Int {
        try await change(ids, .outboxItemSentAgain, all: { [outbox] in try outbox.deadWithPayload(in: $0) }) { [outbox] in
            try outbox.sendAgain($0, in: $1)
        }
    }

    /// Drops items for good, waiting ones too; every one that was given up where no ids are given.
    ///
    /// - Returns: how many.
    /// - Throws: a `notFound` ``ParaphWire/Problem``, with nothing changed, where an id is none of an item that is there.
    public func drop(_ ids: [String]) async throws -> Int {
        try await change(ids, .outboxItemDropped, all: { [outbox] in try outbox.dead(in: $0) }) { [outbox] in try outbox.drop($0, in: $1) }
    }

    private func change(
        _ ids: [String],
        _ action: AuditStore.Action,
        all: @escaping @Sendable (any ReadTransaction) throws -> [String],
        _ work: @escaping @Sendable (String, any WriteTransaction) throws -> Bool
    ) async throws -> Int {
        let now = outbox.time.now()
        return try await database.write { tx in
            let meant = try ids.isEmpty ? all(tx) : ids
            for id in meant where try !work(id, tx) { throw Problem.notFound("item") }
            for id in meant { try AuditStore.append(action, actor: "administrator", subject: id, at: now, in: tx) }
            return meant.count
        }
    }
}
