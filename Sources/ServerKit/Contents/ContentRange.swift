/// Which bytes of how many a body holds: `bytes FIRST-LAST/SIZE` (RFC 9110, section 14.4).
public struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    /// Which bytes, from 0; at least one.
    public let range: Range<Int>
    /// How many bytes the whole has.
    public let size: Int

    /// Reads a value of `Content-Range`; `nil` where it is none, names another unit, or does not tell the size.
    public init?(_ header: String) {
        let parts = header.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let numbers = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard numbers.count == 2, let size = Self.number(numbers[1]) else { return nil }
        let ends = numbers[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]), first <= last, last < size else {
            return nil
        }
        range = first..<last + 1
        self.size = size
    }

    /// Names bytes of a whole; the range has at least one.
    public init(_ range: Range<Int>, of size: Int) {
        self.range = range
        self.size = size
    }

    /// The value of the header.
    public var description: String { "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)" }

    /// Digits alone, as the grammar has it; `nil` where they are none or too many.
    static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        return Int(text)
    }
}
