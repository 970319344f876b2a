extension Outline {
    /// How one outline comes to lie on another when matched points are laid on one another.
    struct Fit {
        private typealias Lanes = SIMD8<Float>

        /// How the other outline was moved.
        let placement: Placement
        /// The mean distance of the points from the line through the other's, without the furthest.
        let residual: Float

        /// The share of the points that count, the nearest; captures of one drawing differ much in few places.
        private static let counted: Float = 0.95
        /// Over how many pairs deviations are averaged, by level: noise that was added to a copy goes, what a hand did otherwise stays.
        private static let smoothing = [3, 3, 5]

        /// Lays `others` on `points`, by pairs of which there is at least one.
        init(_ points: [Place], _ others: [Place], _ pairs: [Pair], _ level: Int) {
            let placement = Placement(others, on: points, pairs)
            self.placement = placement
            let half = Self.smoothing[min(level, Self.smoothing.count - 1)] / 2
            let last = pairs.count - 1
            let whole = (pairs.count + 7) & ~7
            residual = withUnsafeTemporaryAllocation(of: Float.self, capacity: (Self.parts + 1) * whole) { numbers in
                numbers.initialize(repeating: 0)
                let numbers = numbers.baseAddress.unsafelyUnwrapped
                Self.gather(points, others, placement, pairs, numbers, whole)
                Self.takeOffsets(numbers, whole)
                let (x, y) = (numbers, numbers + whole)
                // The first and last deviations count again beyond the ends.
                var sum = Place()
                for index in -half..<half {
                    let place = min(max(index, 0), last)
                    sum += Place(x[place], y[place])
                }
                let squares = UnsafeMutableBufferPointer(start: numbers + Self.parts * whole, count: pairs.count)
                for index in 0...last {
                    let (entering, leaving) = (min(index &+ half, last), max(index &- half, 0))
                    sum += Place(x[entering], y[entering])
                    squares[index] = (sum * sum).sum()
                    sum -= Place(x[leaving], y[leaving])
                }
                let used = max(Int(Self.counted * Float(pairs.count)), 1)
                var selected = squares
                selected.select(used - 1)
                var distance: Float = 0
                for index in 0..<used { distance += selected[index].squareRoot() }
                return distance / Float(used * (2 * half + 1))
            }
        }

        /// How many numbers each pair has: the point, and the ends of the two segments that its partner is in.
        private static let parts = 10

        /// Notes the numbers of each pair, part after part.
        private static func gather(
            _ points: [Place],
            _ others: [Place],
            _ placement: Placement,
            _ pairs: [Pair],
            _ numbers: UnsafeMutablePointer<Float>,
            _ stride: Int
        ) {
            withUnsafeTemporaryAllocation(of: Place.self, capacity: others.count) { moved in
                for index in others.indices { moved.initializeElement(at: index, to: placement.moves(others[index])) }
                points.withUnsafeBufferPointer { points in
                    let points = points.baseAddress.unsafelyUnwrapped
                    let moved = moved.baseAddress.unsafelyUnwrapped
                    var part = numbers
                    for pair in pairs {
                        let point = points[pair.a]
                        // At either end the only segment counts twice.
                        let before = moved + max(pair.b &- 1, 0)
                        let after = moved + min(pair.b, others.count &- 2)
                        part[0] = point.x
                        part[stride] = point.y
                        part[2 &* stride] = before[0].x
                        part[3 &* stride] = before[0].y
                        part[4 &* stride] = before[1].x
                        part[5 &* stride] = before[1].y
                        part[6 &* stride] = after[0].x
                        part[7 &* stride] = after[0].y
                        part[8 &* stride] = after[1].x
                        part[9 &* stride] = after[1].y
                        part += 1
                    }
                }
            }
        }

        /// Puts in the place of each point where it lies, seen from the nearest place of the other's line round its partner.
        private static func takeOffsets(_ numbers: UnsafeMutablePointer<Float>, _ stride: Int) {
            for start in Swift.stride(from: 0, to: stride, by: Lanes.scalarCount) {
                func lanes(_ part: Int) -> Lanes { UnsafeRawPointer(numbers + (part &* stride &+ start)).loadUnaligned(as: Lanes.self) }
                func store(_ value: Lanes, _ part: Int) {
                    UnsafeMutableRawPointer(numbers + (part &* stride &+ start)).storeBytes(of: value, as: Lanes.self)
                }
                let (x, y) = (lanes(0), lanes(1))
                let before = offset(x, y, lanes(2), lanes(3), lanes(4), lanes(5))
                let after = offset(x, y, lanes(6), lanes(7), lanes(8), lanes(9))
                let isAfter = (after.x * after.x + after.y * after.y) .< (before.x * before.x + before.y * before.y)
                store(before.x.replacing(with: after.x, where: isAfter), 0)
                store(before.y.replacing(with: after.y, where: isAfter), 1)
            }
        }

        /// Where points lie, seen from the nearest places of segments.
        @inline(__always)
        private static func offset(_ x: Lanes, _ y: Lanes, _ fromX: Lanes, _ fromY: Lanes, _ toX: Lanes, _ toY: Lanes) -> (
            x: Lanes, y: Lanes
        ) {
            let (alongX, alongY) = (toX - fromX, toY - fromY)
            let (awayX, awayY) = (x - fromX, y - fromY)
            var share = (awayX * alongX + awayY * alongY) / (alongX * alongX + alongY * alongY)
            // So is a segment without length, which gives no number.
            share = Lanes().replacing(with: share, where: share .> 0)
            share = share.replacing(with: 1, where: share .> 1)
            return (awayX - alongX * share, awayY - alongY * share)
        }
    }

    /// The root mean square deviation of matched points' times from the straight line that fits them best, as a share of the duration.
    static func unevenness(_ pairs: [Pair], _ n: Int, _ m: Int) -> Float {
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
}
