import Foundation
import GRDB
import Synchronization

/// Gathers writes that wait at the same time into one durable commit.
///
/// Each write runs in a savepoint of its own, so that one that throws takes nothing of the others with it. Callers hear of success only
/// after the commit that holds them; they hear of failure then too, because what they refused may rest on rows of the same commit.
final class SQLiteWriter: Sendable {
    private struct State {
        var waiting: [SQLiteWrite] = []
        var nextTicket: UInt64 = 0
        var isDraining = false
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    /// How many writes share a commit at most.
    private static let batchLimit = 128
    /// For how long a commit gathers before those in it are answered.
    static let batchTime = Duration.milliseconds(25)

    private let connections: any DatabaseWriter
    private let batchTime: Duration
    private let state = Mutex(State())
    let wakeUps = WakeUps()

    init(_ connections: any DatabaseWriter, batchTime: Duration) {
        self.connections = connections
        self.batchTime = batchTime
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func checkOpen() throws {
        if state.withLock({ $0.isClosed }) { throw StorageError.databaseClosed }
    }

    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let ticket = state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                enqueue(
                    SQLiteWrite(
                        ticket: ticket,
                        run: { transaction in
                            let value = try body(transaction)
                            return { continuation.resume(returning: value) }
                        },
                        fail: { continuation.resume(throwing: $0) }
                    )
                )
                // The handler below may have run before there was anything to withdraw.
                if Task.isCancelled { withdraw(ticket) }
            }
        } onCancel: {
            withdraw(ticket)
        }
    }

    /// Refuses further writes and waits for those that were accepted.
    func close() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.isDraining { state.closers.append(continuation) }
                return !state.isDraining
            }
            if isIdle { continuation.resume() }
        }
    }

    private func enqueue(_ write: SQLiteWrite) {
        let next = state.withLock { state -> (isRefused: Bool, mustDrain: Bool) in
            if state.isClosed { return (true, false) }
            state.waiting.append(write)
            defer { state.isDraining = true }
            return (false, !state.isDraining)
        }
        if next.isRefused { write.fail(StorageError.databaseClosed) }
        if next.mustDrain { connections.asyncWriteWithoutTransaction { self.drain($0) } }
    }

    /// Takes back a write that has not begun; one that has begun is finished and answered.
    private func withdraw(_ ticket: UInt64) {
        let withdrawn = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
        }
        withdrawn?.fail(CancellationError())
    }

    private func drain(_ connection: GRDB.Database) {
        while let batch = takeBatch() {
            var left = batch[...]
            while !left.isEmpty { left = commit(left, on: connection) }
        }
    }

    private func takeBatch() -> [SQLiteWrite]? {
        let (batch, closers) = state.withLock { state -> ([SQLiteWrite], [CheckedContinuation<Void, Never>]) in
            let batch = Array(state.waiting.prefix(Self.batchLimit))
            state.waiting.removeFirst(batch.count)
            if !batch.isEmpty { return (batch, []) }
            state.isDraining = false
            defer { state.closers = [] }
            return ([], state.closers)
        }
        for closer in closers { closer.resume() }
        return batch.isEmpty ? nil : batch
    }

    /// Commits as many of the writes as fit, answers them, and returns those that are still to be run.
    private func commit(_ writes: ArraySlice<SQLiteWrite>, on connection: GRDB.Database) -> ArraySlice<SQLiteWrite> {
        var done: [SQLiteWrite.Outcome] = []
        do {
            // Left over only where an earlier roll-back itself failed.
            if connection.isInsideTransaction { try connection.rollback() }
            try connection.beginTransaction(.immediate)
        } catch {
            for write in writes { write.fail(StorageError(translating: error)) }
            return []
        }

        let start = ContinuousClock.now
        var rest = writes
        while let write = rest.first, done.isEmpty || ContinuousClock.now - start < batchTime {
            let outcome = write.attempt(on: connection, wakeUps: wakeUps)
            if outcome.isTransactionLost {
                // SQLite gave up the whole transaction (disk full, I/O error): its cause fails, the others run again.
                try? connection.rollback()
                outcome.answer()
                return writes.filter { $0.ticket != write.ticket }[...]
            }
            done.append(outcome)
            rest = rest.dropFirst()
        }

        do {
            try connection.commit()
        } catch {
            try? connection.rollback()
            let failure = StorageError(translating: error)
            // A deferred constraint fails at the commit without saying whose it was: each then commits alone.
            if failure.code == .conflict, done.count > 1 {
                for outcome in done { _ = commit([outcome.write], on: connection) }
            } else {
                for outcome in done { outcome.write.fail(failure) }
            }
            return rest
        }
        for outcome in done { outcome.effects.forEach { $0() } }
        for outcome in done { outcome.answer() }
        return rest
    }
}
