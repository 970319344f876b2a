public import ParaphStorage
public import ServerKit
import Testing

/// A database that looks at every transaction.
///
/// One that changes what people's lists show (``FollowedTable``) has to note it (``ChangeLog``), for each person who has the thing. One that forgets is
/// an issue of the test that runs.
public final class WatchedDatabase: Database {
    @TaskLocal private static var isMakingUpRows = false

    private let base: any Database
    private let watch: ChangeWatch

    /// Watches the tables of some kinds: at once where they are there, else when they are made.
    public init(_ base: any Database, following kinds: [ChangeKind]) async throws {
        self.base = base
        watch = ChangeWatch(kinds)
        try await watch.install(in: base)
    }

    /// What some writes forget to note; they are taken back.
    public func forgotten(by body: @escaping @Sendable (any WriteTransaction) throws -> Void) async throws -> [String] {
        do {
            return try await base.write { [watch] tx in
                try body(tx)
                throw Undone(forgotten: try watch.forgotten(in: tx))
            }
        } catch let undone as Undone {
            return undone.forgotten
        }
    }

    /// Lets a test make up rows by several writes.
    public static func makingUpRows<Value: Sendable>(_ body: () async throws -> Value) async rethrows -> Value {
        try await $isMakingUpRows.withValue(true, operation: body)
    }

    private struct Undone: Error {
        let forgotten: [String]
    }

    public func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    public func readSnapshot<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.readSnapshot(body)
    }

    @discardableResult
    public func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let isMadeUp = Self.isMakingUpRows
        let (value, forgotten) = try await base.write { [watch] tx in
            let value = try body(tx)
            let forgotten = try watch.forgotten(in: tx)
            return (value, isMadeUp ? [] : forgotten)
        }
        for fault in forgotten { Issue.record("\(fault)") }
        return value
    }

    public func migrate(_ migrations: [Migration]) async throws {
        try await base.migrate(migrations)
        try await watch.install(in: base)
    }

    public func pending(_ migrations: [Migration]) async throws -> [Migration] { try await base.pending(migrations) }
    public func tables() async throws -> [TableShape] { try await base.tables() }
    public func wakeUps(for topic: Topic) -> AsyncStream<Void> { base.wakeUps(for: topic) }
    public func close() async { await base.close() }
}

extension Database {
    /// Writes rows of a test's own past the domains, or does the part of one domain alone: of either nobody is told, and nobody misses it.
    @discardableResult
    public func makeUpRows<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        try await WatchedDatabase.makingUpRows { try await write(body) }
    }
}
