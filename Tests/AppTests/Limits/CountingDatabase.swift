import ParaphStorage
import Synchronization

@testable import ServerKit

/// A database that counts what is written, and fails or waits where a test says so.
final class CountingDatabase: Database {
    private struct State {
        var writes = 0
        var isBroken = false
        var hold: Waiter<Bool>?
    }

    private let base: any Database
    private let state = Mutex(State())

    init(_ base: any Database) {
        self.base = base
    }

    var writes: Int { state.withLock { $0.writes } }

    var isBroken: Bool {
        get { state.withLock { $0.isBroken } }
        set { state.withLock { $0.isBroken = newValue } }
    }

    /// What every write waits for.
    var hold: Waiter<Bool>? {
        get { state.withLock { $0.hold } }
        set { state.withLock { $0.hold = newValue } }
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let hold = state.withLock { state in
            state.writes += 1
            return state.hold
        }
        _ = await hold?.value(within: nil, otherwise: false)
        guard !isBroken else { throw StorageError(.unavailable, "broken") }
        return try await base.write(body)
    }

    func migrate(_ migrations: [Migration]) async throws { try await base.migrate(migrations) }
    func pending(_ migrations: [Migration]) async throws -> [Migration] { try await base.pending(migrations) }
    func tables() async throws -> [TableShape] { try await base.tables() }
    func wakeUps(for topic: Topic) -> AsyncStream<Void> { base.wakeUps(for: topic) }
    func close() async { await base.close() }
}
