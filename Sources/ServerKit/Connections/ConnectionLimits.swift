public import NIOCore

/// How many connections there may be, and how slow they may be.
public struct ConnectionLimits: Hashable, Sendable {
    /// How many may be open at a time.
    public var total: Int
    /// How many of them one client may have: an IPv4 address, or the /64 of IPv6.
    ///
    /// As many requests of it are answered at a time.
    public var perNetwork: Int
    /// How long a client may take to shake hands and to send the head of a request.
    public var headTime = TimeAmount.seconds(30)
    /// How long a connection stays on which nothing is asked.
    public var idleTime = TimeAmount.seconds(75)
    /// How fast a body must come, and how fast an answer must be read.
    public var pace = Pace(patience: .seconds(30), bytesPerSecond: 1000)

    /// A least rate with patience for pauses: a pause may last for so long where the rate was kept before.
    ///
    /// The slowest mobile network, GPRS, brings 4 to 6 kB a second and pauses for seconds. A body of `n` bytes ends after `patience` and
    /// `n / bytesPerSecond` seconds at the latest, and so has a deadline.
    public struct Pace: Hashable, Sendable {
        public var patience: TimeAmount
        public var bytesPerSecond: Int

        /// Makes a pace.
        public init(patience: TimeAmount, bytesPerSecond: Int) {
            (self.patience, self.bytesPerSecond) = (patience, max(1, bytesPerSecond))
        }
    }

    /// Makes limits of so many connections; one client has an eighth of them, yet enough for an office behind one address.
    public init(total: Int) {
        self.total = total
        perNetwork = min(total, max(32, total / 8))
    }

    /// From how many connections on those that wait are closed to make room.
    var tight: Int { total - total / 8 }

    /// A client with more than so many has many.
    var many: Int { max(4, total / 16) }
}
