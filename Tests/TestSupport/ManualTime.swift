public import ParaphWire
public import ServerKit
import Synchronization

/// A clock that stands still until a test moves it.
public final class ManualTime: TimeSource {
    private let moment: Mutex<Timestamp>

    /// Starts at a moment; the one left out is 2026-11-21T10:00:00Z.
    public init(_ start: Timestamp = Timestamp(milliseconds: 1_795_255_200_000)) {
        moment = Mutex(start)
    }

    public func now() -> Timestamp {
        moment.withLock { $0 }
    }

    /// Moves the clock on.
    public func advance(seconds: Int64) {
        advance(milliseconds: seconds * 1_000)
    }

    /// Moves the clock on.
    public func advance(milliseconds: Int64) {
        moment.withLock { $0 = Timestamp(milliseconds: $0.milliseconds + milliseconds) }
    }
}
