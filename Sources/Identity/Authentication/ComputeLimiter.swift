import ParaphWire
import ServerKit
import Synchronization

/// Lets a few heavy computations run at once and makes the others wait their turn, so that many signatures cannot starve everything else, nor
/// those of one party all others.
final class ComputeLimiter: Sendable {
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State {
        var free: Int
        var queue: FairQueue<Waiter>
    }

    private let state: Mutex<State>

    /// Makes a limiter for so many computations at once; `queueLimit` more wait.
    init(width: Int, queueLimit: Int = 128) {
        state = Mutex(State(free: max(1, width), queue: FairQueue(limit: queueLimit)))
    }

    /// Runs a computation when its party's turn comes.
    ///
    /// - Throws: an `unavailable` ``Problem`` where too many wait, and of no other party more; what the computation throws.
    @concurrent
    func run<Value: Sendable>(for party: String, _ computation: @Sendable () throws -> Value) async throws -> Value {
        guard await enter(party) else { throw Problem.unavailable() }
        defer { leave() }
        return try computation()
    }

    private func enter(_ party: String) async -> Bool {
        await withCheckedContinuation { continuation in
            let answered: (waiter: Waiter, runs: Bool)? = state.withLock { state in
                if state.free > 0 {
                    state.free -= 1
                    return (continuation, true)
                }
                return state.queue.add(continuation, of: party).map { ($0, false) }
            }
            if let answered { answered.waiter.resume(returning: answered.runs) }
        }
    }

    private func leave() {
        let next = state.withLock { state -> Waiter? in
            let next = state.queue.next()
            if next == nil { state.free += 1 }
            return next
        }
        next?.resume(returning: true)
    }
}
