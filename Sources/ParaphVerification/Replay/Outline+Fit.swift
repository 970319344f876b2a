extension Outline {
    /// The share of the points at either end that need no partner: a copy may be cut short.
    private static let freeEnds: Float = 0.06
    /// The share of the points that count, the nearest; captures of one drawing differ much in few places.
    private static let counted: Float = 0.85
    /// How often points are matched and laid on one another, by level.
    private static let rounds = [1, 2, 3]

    /// How two outlines differ.
    struct Likeness {
        /// How far they lie apart, as a share of their size.
        var distance: Float
        /// How far the times of matched points are from a straight line, as a share of the duration.
        var unevenness: Float
    }

    /// Measures how two outlines differ, in place and in time, when moved, turned and stretched onto one another.
    ///
    /// Points are matched in order, whatever the timing. What will not come below the limit is not looked at to the end. Complexity: O(points²), at most 240² steps a round.
    func likeness(to other: Outline, level: Int, limit: Float = 0.1) -> Likeness {
        guard level < levels.count, level < other.levels.count, levels[level].count > 7, other.levels[level].count > 7 else {
            return Likeness(distance: levels == other.levels ? 0 : .greatestFiniteMagnitude, unevenness: 0)
        }
        let points = levels[level]
        var moved = other.levels[level]
        var best = Likeness(distance: .greatestFiniteMagnitude, unevenness: .greatestFiniteMagnitude)
        for _ in 0..<Self.rounds[min(level, Self.rounds.count - 1)] {
            let pairs = Self.match(points, moved)
            moved = Self.laid(moved, on: points, pairs)
            let residual = Self.residual(points, moved, pairs)
            let isLast = residual > best.distance * 0.95 || residual > 1.6 * limit || best.distance < limit / 4
            if residual < best.distance {
                best = Likeness(distance: residual, unevenness: Self.unevenness(pairs, points.count, moved.count))
            }
            // Honest repeats of a signature do not come nearer by more rounds.
            if isLast { break }
        }
        return best
    }

    /// The root mean square deviation of matched points' times from the straight line that fits them best, as a share of the duration.
    private static func unevenness(_ pairs: [(a: Int, b: Int)], _ n: Int, _ m: Int) -> Float {
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
    private static func match(_ a: [Place], _ b: [Place]) -> [(a: Int, b: Int)] {
        let (n, m) = (a.count, b.count)
        let (freeA, freeB) = (Int(freeEnds * Float(n)), Int(freeEnds * Float(m)))
        let window = Alignment.Window(rows: n, lengths: [m], band: 0.18)
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
                        let (first, last) = window[i]
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
                    for j in max(m - 1 - freeB, 0)..<m where costs[j + 1] < end.cost { end = (costs[j + 1], n - 1, j) }
                }
            }
        }
        var pairs: [(a: Int, b: Int)] = []
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

    /// `b` moved, turned, scaled and sheared so that its matched points come nearest to those of `a`.
    private static func laid(_ b: [Place], on a: [Place], _ pairs: [(a: Int, b: Int)]) -> [Place] {
        let total = Float(pairs.count)
        var (centreA, centreB) = (Place(), Place())
        for pair in pairs {
            centreA += a[pair.a]
            centreB += b[pair.b]
        }
        centreA /= total
        centreB /= total
        // Least squares for p = M q, with a little weight on M = 1 so that drawings without width stay what they are.
        let ridge = 0.01 * total
        var (xx, xy, yy) = (ridge, Float(0), ridge)
        var (toX, toY) = (Place(ridge, 0), Place(0, ridge))
        for pair in pairs {
            let p = a[pair.a] - centreA
            let q = b[pair.b] - centreB
            xx += q.x * q.x
            xy += q.x * q.y
            yy += q.y * q.y
            toX += q * p.x
            toY += q * p.y
        }
        let determinant = xx * yy - xy * xy
        let rowX = Place(toX.x * yy - toX.y * xy, toX.y * xx - toX.x * xy) / determinant
        let rowY = Place(toY.x * yy - toY.y * xy, toY.y * xx - toY.x * xy) / determinant
        return b.map { point in
            let q = point - centreB
            return Place((rowX * q).sum(), (rowY * q).sum()) + centreA
        }
    }

    /// The mean distance of `a`'s points from the line through `b`'s, without the furthest.
    private static func residual(_ a: [Place], _ b: [Place], _ pairs: [(a: Int, b: Int)]) -> Float {
        var distances = pairs.map { pair in
            var nearest = Float.greatestFiniteMagnitude
            for j in max(pair.b - 1, 0)..<min(max(pair.b + 1, 1), b.count - 1) {
                nearest = min(nearest, squaredDistance(a[pair.a], b[j], b[j + 1]))
            }
            return nearest.squareRoot()
        }
        let used = max(Int(counted * Float(distances.count)), 1)
        return distances.withUnsafeMutableBufferPointer { distances in
            distances.select(used - 1)
            return distances[..<used].reduce(0, +) / Float(used)
        }
    }

    /// The square of the distance of a point from a segment.
    private static func squaredDistance(_ point: Place, _ start: Place, _ end: Place) -> Float {
        let along = end - start
        let length = (along * along).sum()
        let share = length > 0 ? min(max(((point - start) * along).sum() / length, 0), 1) : 0
        let difference = point - start - along * share
        return (difference * difference).sum()
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
