extension Outline {
    /// The share of the points at either end that need no partner: a copy may be cut short.
    private static let freeEnds: Float = 0.18
    /// The share of the points that count, the nearest; captures of one drawing differ much in few places.
    private static let counted: Float = 0.95
    /// Over how many pairs deviations are averaged, by level: noise that was added to a copy goes, what a hand did otherwise stays.
    private static let smoothing = [3, 3, 5]
    /// How often points are matched and laid on one another, by level.
    private static let rounds = [2, 2, 2]
    /// What may be missing of a copy at its start and its end, as shares of the time, when the first place for it is looked for.
    private static let missing: [(start: Float, end: Float)] = [
        (0, 0), (0, 0.025), (0, 0.06), (0, 0.1), (0, 0.15), (0.025, 0), (0.06, 0), (0.1, 0), (0.15, 0),
    ]

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
            return Likeness(distance: levels == other.levels ? 0 : .greatestFiniteMagnitude, unevenness: 0, placement: placement)
        }
        let (points, others) = (levels[level], other.levels[level])
        var moved = others.map { placement.moves($0) }
        var best = Likeness(distance: .greatestFiniteMagnitude, unevenness: .greatestFiniteMagnitude, placement: placement)
        let band =
            path.flatMap { Band(rows: points.count, columns: others.count, near: $0) }
            ?? Band(rows: points.count, lengths: [others.count], share: Self.freeEnds)
        // Coarser levels need not tell how near, only that it is worth a closer look.
        let isClosest = level == Outline.detail.count - 1
        for _ in 0..<Self.rounds[min(level, Self.rounds.count - 1)] {
            let pairs = Self.match(points, moved, band)
            let placement = Placement(others, on: points, pairs)
            moved = others.map { placement.moves($0) }
            let residual = Self.residual(points, moved, pairs, level)
            let isLast = residual > best.distance * 0.95 || residual > 1.12 * limit || residual < (isClosest ? limit / 4 : limit)
            if residual < best.distance {
                best = Likeness(
                    distance: residual,
                    unevenness: Self.unevenness(pairs, points.count, moved.count),
                    placement: placement,
                    path: Path(pairs: pairs, rows: points.count, columns: moved.count)
                )
            }
            // Honest repeats of a signature do not come nearer by more rounds.
            if isLast { break }
        }
        return best
    }

    /// How the other outline is to be moved if points at the same share of the time, or of the way, belong together; not at all where that
    /// brings them nearer.
    ///
    /// Without this, drawings that were turned far or cut short are matched wrongly at first.
    func firstPlacement(of other: Outline) -> Placement {
        var best = (distance: Float.greatestFiniteMagnitude, placement: Placement.none)
        var pairs: [Pair] = []
        for (a, b) in zip(sketches, other.sketches) {
            func consider(_ placement: Placement, handicap: Float) {
                var distance: Float = 0
                for pair in pairs {
                    let difference = a[pair.a] - placement.moves(b[pair.b])
                    distance += handicap * (difference * difference).sum().squareRoot()
                    if distance >= best.distance { return }
                }
                best = (distance, placement)
            }
            for (number, missing) in Self.missing.enumerated() {
                let first = missing.start * Float(b.count - 1)
                let step = (1 - missing.start - missing.end) * Float(b.count - 1) / Float(a.count - 1)
                pairs.removeAll(keepingCapacity: true)
                pairs.reserveCapacity(a.count)
                for index in a.indices { pairs.append((index, min(Int(first + step * Float(index) + 0.5), b.count - 1))) }
                // What was not moved needs no fit, which brings any two drawings nearer.
                if number == 0 { consider(.none, handicap: 0.5) }
                consider(Placement(b, on: a, pairs), handicap: 1)
            }
        }
        return best.placement
    }

    /// The root mean square deviation of matched points' times from the straight line that fits them best, as a share of the duration.
    private static func unevenness(_ pairs: [Pair], _ n: Int, _ m: Int) -> Float {
        let scale = Place(1 / Float(n), 1 / Float(m))
        let times = pairs.map { Place(Float($0.a), Float($0.b)) * scale }
        let centre = times.reduce(Place(), +) / Float(times.count)
        var (xx, xy, yy) = (Float(0), Float(0), Float(0))
        for time in times {
            let t = time - centre
            xx += t.x * t.x
            xy += t.x * t.y
            yy += t.y * t.y
        }
        guard xx > 0 else { return 1 }
        return (max(yy - xy * xy / xx, 0) / Float(times.count)).squareRoot()
    }

    /// Pairs of points matched in order by the least sum of distances, with free ends on either side.
    private static func match(_ a: [Place], _ b: [Place], _ band: Band) -> [Pair] {
        let (n, m) = (a.count, b.count)
        let (freeA, freeB) = (Int(freeEnds * Float(n)), Int(freeEnds * Float(m)))
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

    /// The mean distance of `a`'s points from the line through `b`'s, without the furthest.
    private static func residual(_ a: [Place], _ b: [Place], _ pairs: [Pair], _ level: Int) -> Float {
        let half = smoothing[min(level, smoothing.count - 1)] / 2
        // The first and last deviations count again beyond the ends.
        var sum = Place()
        let offsets = pairs.map { pair in
            var nearest = (square: Float.greatestFiniteMagnitude, offset: Place())
            for j in max(pair.b - 1, 0)..<min(max(pair.b + 1, 1), b.count - 1) {
                let offset = offset(of: a[pair.a], from: b[j], to: b[j + 1])
                let square = (offset * offset).sum()
                if square < nearest.square { nearest = (square, offset) }
            }
            return nearest.offset
        }
        let last = offsets.count - 1
        for index in -half..<half { sum += offsets[min(max(index, 0), last)] }
        var squares = [Float](repeating: 0, count: offsets.count)
        for index in offsets.indices {
            sum += offsets[min(index + half, last)]
            squares[index] = (sum * sum).sum()
            sum -= offsets[max(index - half, 0)]
        }
        let used = max(Int(counted * Float(squares.count)), 1)
        return squares.withUnsafeMutableBufferPointer { squares in
            squares.select(used - 1)
            return squares[..<used].reduce(0) { $0 + $1.squareRoot() } / Float(used * (2 * half + 1))
        }
    }

    /// Where a point lies, seen from the nearest place of a segment.
    private static func offset(of point: Place, from start: Place, to end: Place) -> Place {
        let along = end - start
        let length = (along * along).sum()
        let share = length > 0 ? min(max(((point - start) * along).sum() / length, 0), 1) : 0
        return point - start - along * share
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
