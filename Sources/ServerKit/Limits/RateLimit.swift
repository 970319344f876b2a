import ParaphWire

/// How often something may be done: a bucket of `burst` that fills up again at `perMinute`.
///
/// The generic cell rate algorithm (ITU-T I.371, annex A): one moment a party is all that is kept.
public struct RateLimit: Hashable, Sendable {
    /// The most at once; at least 1.
    public var burst: Int
    /// The most in the long run; at least 1.
    public var perMinute: Int

    /// Makes a limit; both numbers are brought into 1…1,000,000.
    public init(burst: Int, perMinute: Int) {
        self.burst = min(max(burst, 1), 1_000_000)
        self.perMinute = min(max(perMinute, 1), 1_000_000)
    }

    /// What a limit answers to a caller.
    enum Decision: Hashable, Sendable {
        /// It may be done; the bucket is full again at this moment, in microseconds.
        case admitted(fullAt: Int64)
        /// Not before this moment, in microseconds.
        case refused(until: Int64)
    }

    /// Takes `count` out of a bucket that is full at `fullAt`; both moments in microseconds since 1970.
    func take(_ count: Int, fullAt: Int64, now: Int64) -> Decision {
        let interval = 60_000_000 / Int64(perMinute)
        let tolerance = interval * Int64(burst)
        // A clock that was set back must not keep a party out for longer than an empty bucket does.
        let present = min(max(fullAt, now), now + tolerance)
        let next = present + interval * Int64(count)
        return next - now <= tolerance ? .admitted(fullAt: next) : .refused(until: next - tolerance)
    }
}
