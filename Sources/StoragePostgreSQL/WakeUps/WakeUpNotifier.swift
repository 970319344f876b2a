import Foundation
import ParaphStorage
import Synchronization

/// Notifies listeners of topics here and on the other nodes, over `NOTIFY` and `LISTEN`.
///
/// Notifications leave after the commit, over any connection: inside a transaction `NOTIFY` would let commits pass one at a time only.
final class WakeUpNotifier: Sendable {
    private struct State {
        /// The topics that other nodes are still to be notified of.
        var leaving: Set<Topic> = []
        var listener: Listener?
        var isClosed = false
    }

    private let pool: ConnectionPool
    private let wakeUps = WakeUps()
    /// Tells this process's own notifications from others'.
    private let origin = UUID().uuidString
    private let state = Mutex(State())

    init(pool: ConnectionPool) {
        self.pool = pool
    }

    /// Notifies listeners of a topic.
    func notify(_ topic: Topic) {
        wakeUps.wake(topic)
        let isFirst = state.withLock { $0.leaving.insert(topic).inserted && $0.leaving.count == 1 }
        guard isFirst else { return }
        pool.start(
            { [self] worker in
                let topics = takeLeaving()
                guard let connection = try? worker.connect() else { return }
                for topic in topics {
                    _ = try? connection.run("SELECT pg_notify(\(Listener.channel), \("\(origin) \(topic.name)"))" as SQL)
                }
            },
            dropped: { [self] in _ = takeLeaving() }
        )
    }

    private func takeLeaving() -> Set<Topic> {
        state.withLock { state in
            defer { state.leaving = [] }
            return state.leaving
        }
    }

    /// A listener's stream; the first one makes the process listen to the others.
    func stream(for topic: Topic) -> AsyncStream<Void> {
        let stream = wakeUps.stream(for: topic)
        let isFirst = state.withLock { state in
            guard state.listener == nil, !state.isClosed else { return nil as Listener? }
            state.listener = Listener(settings: pool.settings, heard: { [wakeUps, origin] in Self.hear($0, wakeUps, origin) })
            return state.listener
        }
        isFirst?.start()
        return stream
    }

    /// Ends every stream and stops listening.
    func close() {
        wakeUps.close()
        let listener = state.withLock { state in
            state.isClosed = true
            return state.listener
        }
        listener?.stop()
    }

    private static func hear(_ text: String?, _ wakeUps: WakeUps, _ origin: String) {
        guard let text else { return wakeUps.wakeAll() }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0] != origin else { return }
        wakeUps.wake(Topic(String(parts[1])))
    }
}
