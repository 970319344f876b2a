import ParaphWire
import ServerKit
import Synchronization

/// Lets a few heavy computations run at once and makes the others wait their turn, so that many signatures cannot starve everything else.
final class ComputeBench: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>
    private let queueLimit: Int

    /// Makes a bench for so many computations at once; beyond `queueLimit` waiting ones, callers are sent away.
    init(width: Int, queueLimit: Int = 128) {
        state = Mutex(State(free: max(1, width)))
        self.queueLimit = queueLimit
    }

    /// Runs a computation when its turn comes.
    ///
    /// - Throws: an `unavailable` ``Problem`` where too many wait already; what the computation throws.
    @concurrent
    func run<Value: Sendable>(_ computation: @Sendable () throws -> Value) async throws -> Value {
        try await enter()
        defer { leave() }
        return try computation()
    }

    private func enter() async throws {
        let isFull = state.withLock { $0.free == 0 && $0.waiting.count >= queueLimit }
        if isFull { throw Problem.unavailable() }
        await withCheckedContinuation { continuation in
            let runsNow = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if runsNow { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state in
            if state.waiting.isEmpty {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
