extension Outline {
    /// How far some of the points lie from another outline if the pen kept even time there, as a share of the size; nil where too few of them
    /// have a partner.
    ///
    /// The part is laid on the other by itself. Who repeats a signature never repeats its times so; what was cut out of a capture has them still,
    /// whatever follows, and though the plane was bent a little. Complexity: O(points).
    func distanceInTime(_ part: Range<Int>, from other: Outline, _ path: Path) -> Float? {
        guard let points = levels.last, let others = other.levels.last else { return nil }
        let pairs = Self.evenPairs(part, path, others.count)
        guard pairs.count >= Self.leastOfPart, 5 * pairs.count > 4 * part.count else { return nil }
        return Fit(points, others, pairs, levels.count - 1).residual
    }

    /// The least points of a part.
    private static let leastOfPart = 12

    /// The points of a part with those of another outline at the times that fit a path best, last first.
    private static func evenPairs(_ part: Range<Int>, _ path: Path, _ columns: Int) -> [Pair] {
        var (count, a, b, aa, ab) = (Float(0), Float(0), Float(0), Float(0), Float(0))
        for pair in path.pairs where part.contains(pair.a) {
            // From the part's begin, or squares of small differences would drown.
            let (row, column) = (Float(pair.a - part.lowerBound), Float(pair.b))
            count += 1
            a += row
            b += column
            aa += row * row
            ab += row * column
        }
        let spread = aa - a * a / max(count, 1)
        guard spread > 0 else { return [] }
        let slope = (ab - a * b / count) / spread
        let begin = (b - slope * a) / count
        return part.reversed().compactMap { row in
            let column = Int((begin + slope * Float(row - part.lowerBound)).rounded())
            return column >= 0 && column < columns ? (row, column) : nil
        }
    }
}
