extension Outline {
    /// The share of the points at either end that need no partner: a copy may be cut short.
    private static let freeEnds: Float = 0.18
    /// How often points are matched and laid on one another at most.
    private static let rounds = 2
    /// What lies further than the limit by this factor is not looked at again.
    static let secondLook: Float = 1.12
    /// What may be missing of a copy at its start and its end, as shares of the time, when the first place for it is looked for.
    private static let missing: [(start: Float, end: Float)] = [
        (0, 0), (0, 0.025), (0, 0.06), (0, 0.1), (0, 0.15), (0.025, 0), (0.06, 0), (0.1, 0), (0.15, 0),
    ]
    /// Which place of one sketch belongs to each of another, for everything that may be missing.
    static let sketchPartners = missing.map { missing in
        let first = missing.start * Float(sketched - 1)
        let step = (1 - missing.start - missing.end) * Float(sketched - 1) / Float(sketched - 1)
        return (0..<sketched).map { min(Int(first + step * Float($0) + 0.5), sketched - 1) }
    }

    /// The numbers of two points that belong together.
    typealias Pair = (a: Int, b: Int)

    /// How two outlines differ.
    struct Likeness {
        /// How far they lie apart, as a share of their size.
        var distance: Float
        /// How far the times of matched points are from a straight line, as a share of the duration.
        var unevenness: Float
        /// How the other outline was moved, turned and stretched.
        var placement: Placement
        /// Which points belong together.
        var path = Path()

        /// Nothing is known yet but where the other outline may lie.
        init(_ placement: Placement, _ path: Path = Path()) {
            (distance, unevenness) = (.greatestFiniteMagnitude, .greatestFiniteMagnitude)
            (self.placement, self.path) = (placement, path)
        }
    }

    /// Points that belong together, last first, and how many there are on either side.
    struct Path {
        var pairs: [Pair] = []
        var rows = 0
        var columns = 0
    }

    /// Measures how two outlines differ, in place and in time, when moved, turned and stretched onto one another.
    ///
    /// Points are matched in order, whatever the timing, from a first placement on, near the path of a coarser level where there is one. What
    /// will not come below the limit is not looked at to the end. Complexity: O(points²), at most 240² steps a round.
    func likeness(to other: Outline, level: Int, limit: Float, from placement: Placement, near path: Path? = nil) -> Likeness {
        guard level < levels.count, level < other.levels.count, levels[level].count > 7, other.levels[level].count > 7 else {
            var likeness = Likeness(placement)
            if levels == other.levels { (likeness.distance, likeness.unevenness) = (0, 0) }
            return likeness
        }
        let (points, others) = (levels[level], other.levels[level])
        var moved = others.map { placement.moves($0) }
        var best = Likeness(placement)
        let band = Self.band(points.count, others.count, near: path)
        // Coarser levels need not tell how near, only that it is worth a closer look.
        let isClosest = level == Outline.detail.count - 1
        for _ in 0..<Self.rounds {
            let pairs = Self.match(points, moved, band)
            let fit = Fit(points, others, pairs, level)
            let isLast =
                fit.residual > best.distance * 0.95 || fit.residual > Self.secondLook * limit
                || fit.residual < (isClosest ? limit / 4 : limit)
            if fit.residual < best.distance {
                best = Likeness(fit.placement, Path(pairs: pairs, rows: points.count, columns: others.count))
                best.distance = fit.residual
                if isClosest { best.unevenness = Self.unevenness(pairs, points.count, others.count) }
            }
            // Honest repeats of a signature do not come nearer by more rounds.
            if isLast { break }
            moved = others.map { fit.placement.moves($0) }
        }
        return best
    }

    /// The columns in which points are matched without a path to go by.
    static func wholeBand(_ rows: Int, _ columns: Int) -> Band {
        Band(rows: rows, lengths: [columns], share: freeEnds)
    }

    /// The columns in which points are matched.
    static func band(_ rows: Int, _ columns: Int, near path: Path?) -> Band {
        path.flatMap { Band(rows: rows, columns: columns, near: $0) } ?? wholeBand(rows, columns)
    }

    /// How many of so many points need no partner, at either end.
    static func freePoints(_ count: Int) -> Int { Int(freeEnds * Float(count)) }

    /// How the other outline is to be moved if points at the same share of the time, or of the way, belong together; not at all where that
    /// brings them nearer.
    ///
    /// Without this, drawings that were turned far or cut short are matched wrongly at first.
    func firstPlacement(of other: Outline) -> Placement {
        var best = (distance: Float.greatestFiniteMagnitude, placement: Placement.none)
        for (a, b) in zip(sketches, other.sketches) {
            func consider(_ placement: Placement, _ partners: [Int], handicap: Float) {
                var distance: Float = 0
                for (place, partner) in zip(a, partners) {
                    let difference = place - placement.moves(b[partner])
                    distance += handicap * (difference * difference).sum().squareRoot()
                    if distance >= best.distance { return }
                }
                best = (distance, placement)
            }
            for (number, partners) in Self.sketchPartners.enumerated() {
                // What was not moved needs no fit, which brings any two drawings nearer.
                if number == 0 { consider(.none, partners, handicap: 0.5) }
                consider(Placement(b, on: a, zip(a.indices, partners).map { ($0, $1) }), partners, handicap: 1)
            }
        }
        return best.placement
    }

    /// Pairs of points matched in order by the least sum of distances, with free ends on either side.
    private static func match(_ a: [Place], _ b: [Place], _ band: Band) -> [Pair] {
        let (n, m) = (a.count, b.count)
        let (freeA, freeB) = (freePoints(n), freePoints(m))
        let columns = Columns(b)
        var end = (cost: Float.greatestFiniteMagnitude, a: n - 1, b: m - 1)
        let moves = [UInt8](unsafeUninitializedCapacity: n * m) { moves, initialized in
            moves.initialize(repeating: 0)
            initialized = n * m
            withUnsafeTemporaryAllocation(of: Float.self, capacity: m + 1) { costs in
                withUnsafeTemporaryAllocation(of: Float.self, capacity: columns.stride) { distances in
                    costs.initialize(repeating: 1e30)
                    distances.initialize(repeating: 0)
                    for i in 0..<n {
                        let (first, last) = band.columns[i]
                        columns.distances(from: a[i], first, last, distances)
                        let row = moves.baseAddress.unsafelyUnwrapped + i * m
                        var left: Float = 1e30
                        var diagonal = costs[first]
                        costs[first] = 1e30
                        var j = first
                        // The free start: on the first row or column a path may begin anywhere.
                        let free = i == 0 ? freeB + 1 : i <= freeA && first == 0 ? 1 : 0
                        while j <= last && j < free {
                            diagonal = costs[j + 1]
                            row[j] = 3
                            left = distances[j]
                            costs[j + 1] = left
                            j += 1
                        }
                        while j <= last {
                            let up = costs[j &+ 1]
                            let upward = up < diagonal ? up : diagonal
                            let best = left < upward ? left : upward
                            row[j] = left < upward ? 2 : up < diagonal ? 1 : 0
                            left = best + distances[j]
                            costs[j &+ 1] = left
                            diagonal = up
                            j &+= 1
                        }
                        if last == m - 1, i >= n - 1 - freeA, left < end.cost { end = (left, i, last) }
                    }
                    let (first, last) = band.columns[n - 1]
                    for j in stride(from: max(m - 1 - freeB, first), through: last, by: 1) where costs[j + 1] < end.cost {
                        end = (costs[j + 1], n - 1, j)
                    }
                }
            }
        }
        var pairs: [Pair] = []
        pairs.reserveCapacity(n + m)
        var (i, j) = (end.a, end.b)
        while true {
            pairs.append((i, j))
            switch moves[i * m + j] {
            case 0 where i > 0 && j > 0:
                i -= 1
                j -= 1
            case 1 where i > 0: i -= 1
            case 2 where j > 0: j -= 1
            default: return pairs
            }
        }
    }
}

/// The coordinates of places, so that eight neighbouring ones are measured at a time.
private struct Columns {
    /// The number of coordinates: one for each place, and 0 up to a multiple of eight.
    let stride: Int
    private let x: [Float]
    private let y: [Float]

    init(_ places: [Outline.Place]) {
        stride = (places.count + 7) & ~7
        let rest = [Float](repeating: 0, count: stride - places.count)
        x = places.map { $0.x } + rest
        y = places.map { $0.y } + rest
    }

    /// The distances of a place from some of these, and from a few on either side.
    func distances(from place: Outline.Place, _ first: Int, _ last: Int, _ result: UnsafeMutableBufferPointer<Float>) {
        x.withUnsafeBytes { x in
            y.withUnsafeBytes { y in
                for start in Swift.stride(from: first & ~7, through: last, by: 8) {
                    let dx = x.loadUnaligned(fromByteOffset: 4 * start, as: SIMD8<Float>.self) - place.x
                    let dy = y.loadUnaligned(fromByteOffset: 4 * start, as: SIMD8<Float>.self) - place.y
                    UnsafeMutableRawBufferPointer(result).storeBytes(
                        of: (dx * dx + dy * dy).squareRoot(),
                        toByteOffset: 4 * start,
                        as: SIMD8<Float>.self
                    )
                }
            }
        }
    }
}
