import Synchronization

/// Those of this process who wait for topics.
package final class WakeUps: Sendable {
    private struct State {
        var nextListener = 0
        var listeners: [Topic: [Int: AsyncStream<Void>.Continuation]] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    package init() {}

    /// A stream of a topic's rings; those that come while its reader is busy count as one.
    package func stream(for topic: Topic) -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listener = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            state.nextListener += 1
            state.listeners[topic, default: [:]][state.nextListener] = continuation
            return state.nextListener
        }
        guard let listener else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in
                state.listeners[topic]?[listener] = nil
                if state.listeners[topic]?.isEmpty == true { state.listeners[topic] = nil }
            }
        }
        return stream
    }

    /// Notifies listeners of a topic.
    package func wake(_ topic: Topic) {
        let listeners = state.withLock { $0.listeners[topic].map { Array($0.values) } ?? [] }
        for listener in listeners { listener.yield() }
    }

    /// Rings for every topic, because rings may have been missed.
    package func wakeAll() {
        let listeners = state.withLock { $0.listeners.values.flatMap(\.values) }
        for listener in listeners { listener.yield() }
    }

    /// Ends every stream, those that are asked for later too.
    package func close() {
        let listeners = state.withLock { state in
            state.isClosed = true
            defer { state.listeners = [:] }
            return state.listeners.values.flatMap(\.values)
        }
        for listener in listeners { listener.finish() }
    }
}
