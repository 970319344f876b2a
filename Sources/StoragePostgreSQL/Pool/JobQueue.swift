import Dispatch
import ParaphStorage
import Synchronization

/// Work that waits for a connection, in the order in which it came.
final class JobQueue: Sendable {
    /// One caller's work.
    struct Job: Sendable {
        var ticket: UInt64
        var deadline: ContinuousClock.Instant
        /// Does the work on a worker's thread, and answers the caller.
        var run: @Sendable (Worker) -> Void
        /// Answers the caller with an error.
        var fail: @Sendable (any Error) -> Void
    }

    private struct State {
        var waiting: [Job] = []
        var nextTicket: UInt64 = 0
        var workers = 0
        var idleWorkers = 0
        var isClosed = false
        var closers: [CheckedContinuation<Void, Never>] = []
    }

    private let limit: Int
    private let state = Mutex(State())
    private let semaphore = DispatchSemaphore(value: 0)

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    func nextTicket() -> UInt64 {
        state.withLock { state in
            state.nextTicket += 1
            return state.nextTicket
        }
    }

    /// Takes a job, or fails it where the database is closed.
    ///
    /// - Returns: Whether another worker is to be started.
    func add(_ job: Job) -> Bool {
        let next = state.withLock { state -> (isRefused: Bool, needsWorker: Bool) in
            if state.isClosed { return (true, false) }
            state.waiting.append(job)
            guard state.waiting.count > state.idleWorkers, state.workers < limit else { return (false, false) }
            state.workers += 1
            return (false, true)
        }
        if next.isRefused { job.fail(StorageError.databaseClosed) } else { semaphore.signal() }
        return next.needsWorker
    }

    /// Takes back a job that has not begun; one that has begun is finished and answered.
    func withdraw(_ ticket: UInt64) {
        let job = state.withLock { state in
            state.waiting.firstIndex { $0.ticket == ticket }.map { state.waiting.remove(at: $0) }
        }
        job?.fail(CancellationError())
    }

    /// Waits for a job, on the thread of a worker; `nil` where the worker is to end.
    func take() -> Job? {
        while true {
            let next = state.withLock { state -> (job: Job?, isOver: Bool) in
                if !state.waiting.isEmpty { return (state.waiting.removeFirst(), false) }
                if !state.isClosed { state.idleWorkers += 1 }
                return (nil, state.isClosed)
            }
            if next.job != nil || next.isOver { return next.job }
            semaphore.wait()
            state.withLock { $0.idleWorkers -= 1 }
        }
    }

    /// Says that a worker is gone.
    func leave() {
        let closers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.workers -= 1
            guard state.workers == 0, state.isClosed else { return [] }
            defer { state.closers = [] }
            return state.closers
        }
        for closer in closers { closer.resume() }
    }

    /// Refuses further jobs; workers end when those that wait are done.
    func close() {
        let workers = state.withLock { state in
            state.isClosed = true
            return state.workers
        }
        for _ in 0..<workers { semaphore.signal() }
    }

    /// Waits until every worker is gone; after ``close()``.
    func waitForWorkers() async {
        await withCheckedContinuation { continuation in
            let isEmpty = state.withLock { state in
                if state.workers > 0 { state.closers.append(continuation) }
                return state.workers == 0
            }
            if isEmpty { continuation.resume() }
        }
    }
}
