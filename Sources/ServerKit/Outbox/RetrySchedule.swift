/// When an item is tried again: after a first wait, then twice as long each time up to the longest, until its tries are used up.
///
/// Each wait is up to a fifth shorter or longer, so that what failed together does not come back together. How much is told by the item's id
/// and the number of the try: the same on every node and in every test.
public struct RetrySchedule: Hashable, Sendable {
    /// The seconds before the second try.
    public var first: Int64
    /// The most seconds between two tries, before they are spread.
    public var longest: Int64
    /// How often an item is tried.
    public var attempts: Int

    /// Makes a schedule.
    public init(first: Int64, longest: Int64, attempts: Int) {
        self.first = first
        self.longest = longest
        self.attempts = attempts
    }

    /// The milliseconds to wait after a failed try, counted from 1; `nil` where it was the last.
    public func delay(after attempt: Int, of id: String) -> Int64? {
        guard attempt < attempts else { return nil }
        let doublings = min(max(attempt - 1, 0), 32)
        let wait = first > longest >> Int64(doublings) ? longest : first << Int64(doublings)
        return wait * (800 + Int64(Self.hash(of: id, attempt) % 401))
    }

    /// FNV-1a of 64 bits, whose upper half is mixed into the lower.
    private static func hash(of id: String, _ attempt: Int) -> UInt64 {
        let hash = "\(id)/\(attempt)".utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return hash ^ hash >> 32
    }
}
