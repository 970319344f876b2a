public import ParaphWire

/// Where the present moment comes from; tests hand in one that they can set.
public protocol TimeSource: Sendable {
    /// The present moment.
    func now() -> Timestamp
}

/// The machine's clock.
public struct SystemTime: TimeSource {
    public init() {}

    public func now() -> Timestamp {
        let sinceEpoch = Duration.sinceEpoch
        return Timestamp(milliseconds: sinceEpoch.components.seconds * 1000 + sinceEpoch.components.attoseconds / 1_000_000_000_000_000)
    }
}

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Duration {
    /// The time since 1970-01-01T00:00:00Z by the machine's clock.
    fileprivate static var sinceEpoch: Duration {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}
