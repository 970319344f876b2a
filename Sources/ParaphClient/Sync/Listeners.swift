import Foundation
import Synchronization

/// Those who listen to something, each with a stream of their own.
final class Listeners<Element: Sendable>: Sendable {
    private let listeners = Mutex<[UUID: AsyncStream<Element>.Continuation]>([:])

    func stream(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: policy)
        let id = UUID()
        listeners.withLock { $0[id] = continuation }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.removeValue(forKey: id) }
        }
        return stream
    }

    func tell(_ element: Element) {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield(element) }
    }

    /// Ends all streams.
    func end() {
        let ending = listeners.withLock { listeners in
            defer { listeners = [:] }
            return Array(listeners.values)
        }
        for listener in ending { listener.finish() }
    }
}
