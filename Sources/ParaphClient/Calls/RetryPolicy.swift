/// How often and when a call is made again by itself.
///
/// A call that may have been carried out is made again only where doing it twice is doing it once. Pauses grow and are drawn by lot, so that
/// clients that lost a server at the same moment do not come back at the same moment; what the server says (`Retry-After`) goes before.
public struct RetryPolicy: Sendable {
    /// How often a call is made at most, at least 1.
    public var attempts: Int
    /// The longest pause after the first failure; each one more doubles it.
    public var firstPause: Duration
    /// The longest pause that there is.
    ///
    /// Where the server asks for a longer one, the error is thrown: people decide whether to wait.
    public var longestPause: Duration

    public init(attempts: Int = 4, firstPause: Duration = .milliseconds(500), longestPause: Duration = .seconds(10)) {
        self.attempts = max(1, attempts)
        self.firstPause = firstPause
        self.longestPause = longestPause
    }

    /// The pause after some failures; `nil` where there is no further attempt.
    func pause(after failures: Int, asked seconds: Int?, lot: Double = .random(in: 0...1)) -> Duration? {
        guard failures < attempts else { return nil }
        if let seconds, seconds > 0 {
            // A little later, and not all at once.
            let asked = Duration.seconds(seconds)
            return asked <= longestPause ? asked + firstPause * lot : nil
        }
        let most = min(longestPause, firstPause * (1 << min(failures - 1, 16)))
        return most * (0.5 + lot / 2)
    }
}

/// Whether a call may be made again where it is not known what became of it.
public enum Repetition: Sendable {
    /// Only where the server certainly did nothing: it was not reached, or it said that it is busy.
    case ifNothingWasDone
    /// Whatever happened: twice does what once does.
    case always

    /// As the method says (RFC 9110, section 9.2.2).
    static func byMethod(_ method: String) -> Repetition {
        ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(method) ? .always : .ifNothingWasDone
    }
}
