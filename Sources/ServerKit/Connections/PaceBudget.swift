import NIOCore

/// The time that a client has left before it is too slow: it passes while the client is waited for, and bytes buy more of it.
struct PaceBudget {
    private let pace: ConnectionLimits.Pace
    private(set) var left: TimeAmount

    init(_ pace: ConnectionLimits.Pace) {
        self.pace = pace
        left = pace.patience
    }

    /// Whether the client has used up more than half of the patience.
    var isLow: Bool { left < .nanoseconds(pace.patience.nanoseconds / 2) }

    /// Whether the client is too slow.
    var isSpent: Bool { left <= .zero }

    /// When to look again, where the client is waited for until then: once half of the patience is over, and at its end.
    var nextLook: TimeAmount {
        let half = TimeAmount.nanoseconds(pace.patience.nanoseconds / 2)
        return left > half ? left - half + .milliseconds(1) : left
    }

    mutating func earn(bytes: Int) {
        let earned = TimeAmount.nanoseconds(Int64(bytes) * (1_000_000_000 / Int64(pace.bytesPerSecond)))
        left = min(pace.patience, left + earned)
    }

    mutating func spend(_ time: TimeAmount) {
        left = left - time
    }
}
