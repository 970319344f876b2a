import Foundation
import ParaphStorage
import Synchronization

/// Runs work on threads of its own, each with a connection: libpq waits for the server, and tasks' threads must not.
final class ConnectionPool: Sendable {
    let settings: PostgreSQLSettings
    /// Whether the last try to connect failed; who comes then tries once and waits no longer.
    let isDown = Mutex(false)
    private let queue: JobQueue

    init(_ settings: PostgreSQLSettings) {
        self.settings = settings
        queue = JobQueue(limit: settings.connections)
    }

    /// Runs work on a connection's thread and returns what it made; withdrawn where the task is cancelled before it begins, and told of it
    /// by the worker's ``Worker/cancellation`` where it runs already.
    func run<Value: Sendable>(_ work: @escaping @Sendable (Worker) throws -> Value) async throws -> Value {
        let ticket = queue.nextTicket()
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                add(
                    ticket,
                    run: { worker in
                        worker.cancellation = cancellation
                        defer { worker.cancellation = nil }
                        continuation.resume(with: Result { try work(worker) })
                    },
                    fail: { continuation.resume(throwing: $0) }
                )
                // The handler below may have run before there was anything to withdraw.
                if Task.isCancelled { queue.withdraw(ticket) }
            }
        } onCancel: {
            cancellation.cancel()
            queue.withdraw(ticket)
        }
    }

    /// Runs work without a waiting caller; where it cannot be run, `dropped` is called in its stead.
    func start(_ work: @escaping @Sendable (Worker) -> Void, dropped: @escaping @Sendable () -> Void) {
        add(queue.nextTicket(), run: work, fail: { _ in dropped() })
    }

    /// Refuses further work; connections close when what was accepted is done.
    func close() {
        queue.close()
    }

    func waitUntilClosed() async {
        await queue.waitForWorkers()
    }

    private func add(_ ticket: UInt64, run: @escaping @Sendable (Worker) -> Void, fail: @escaping @Sendable (any Error) -> Void) {
        let deadline = ContinuousClock.now + .seconds(settings.waitLimit)
        guard queue.add(.init(ticket: ticket, deadline: deadline, run: run, fail: fail)) else { return }
        let thread = Thread { [self] in work() }
        thread.name = "paraph-postgres"
        thread.start()
    }

    /// The life of one thread.
    private func work() {
        let worker = Worker(pool: self)
        while let job = queue.take() {
            if job.deadline < .now {
                job.fail(StorageError(.busy, "no connection to the database became free within \(settings.waitLimit) s"))
            } else {
                job.run(worker)
            }
        }
        worker.disconnect()
        queue.leave()
    }
}
