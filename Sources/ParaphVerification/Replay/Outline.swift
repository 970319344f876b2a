/// A trace made ready for comparison: its points round their centre, of size 1, in several degrees of detail.
struct Outline: Sendable {
    typealias Place = SIMD2<Float>

    /// The points in ``detail``, coarsest first, with their centre at 0 and a root mean square distance of 1 from it; empty for a dot.
    var levels: [[Place]]

    /// A few points at even distances in time, and as many at even distances along the path.
    var sketches: [[Place]] = []

    /// The number of points of a sketch.
    static let sketched = 21
    /// The numbers of the sketches.
    static let sketchKinds = 0..<2

    /// The most points of each level.
    static let detail = [40, 100, ReplayTrace.maximumCount]

    /// Whether there are points enough to look at it more than once.
    var hasDetail: Bool { !sketches.isEmpty }
    /// Whether the coarser levels have all the points they can have.
    var isLong: Bool { levels.count > 1 && levels[1].count == Self.detail[1] }

    /// Makes a trace ready.
    ///
    /// Complexity: O(points).
    init(_ trace: ReplayTrace) {
        let all = Self.normalised(trace)
        guard !all.isEmpty else {
            levels = []
            return
        }
        levels = Self.detail.map { Self.thinned(all, to: $0) }
        if let coarse = levels.first, levels[1].count > 7 {
            sketches = [Self.sketch(coarse) { _ in 1 }, Self.sketch(levels[1], Self.length)]
        }
    }

    /// The points of a trace round their centre, of size 1; none for a dot.
    private static func normalised(_ trace: ReplayTrace) -> [Place] {
        let count = trace.count
        var squares: Float = 0
        let points = [Place](unsafeUninitializedCapacity: count) { points, initialized in
            var sum = Place()
            trace.coordinates.withUnsafeBufferPointer { coordinates in
                for index in 0..<count {
                    let point = Place(Float(coordinates[2 &* index]), Float(coordinates[2 &* index &+ 1]))
                    points.initializeElement(at: index, to: point)
                    sum += point
                }
            }
            let centre = sum / Float(max(count, 1))
            for index in 0..<count {
                points[index] -= centre
                squares += (points[index] * points[index]).sum()
            }
            if squares > 0 {
                let scale = 1 / (squares / Float(count)).squareRoot()
                for index in 0..<count { points[index] *= scale }
            }
            initialized = count
        }
        return squares > 0 ? points : []
    }

    /// So many points at most, each the mean of its share of all.
    private static func thinned(_ all: [Place], to limit: Int) -> [Place] {
        guard all.count > limit else { return all }
        return all.withUnsafeBufferPointer { all in
            [Place](unsafeUninitializedCapacity: limit) { points, initialized in
                var first = 0
                for part in 0..<limit {
                    let end = (part + 1) * all.count / limit
                    var sum = Place()
                    for index in first..<end { sum += all[index] }
                    points.initializeElement(at: part, to: sum / Float(end - first))
                    first = end
                }
                initialized = limit
            }
        }
    }

    private static func length(_ step: Place) -> Float { (step * step).sum().squareRoot() }

    /// Places at even distances, by what each step counts.
    @inline(__always)
    private static func sketch(_ points: [Place], _ count: (Place) -> Float) -> [Place] {
        points.withUnsafeBufferPointer { points in
            withUnsafeTemporaryAllocation(of: Float.self, capacity: points.count) { distances in
                var all: Float = 0
                distances.initializeElement(at: 0, to: all)
                for index in 1..<points.count {
                    all += count(points[index] - points[index - 1])
                    distances.initializeElement(at: index, to: all)
                }
                return [Place](unsafeUninitializedCapacity: sketched) { places, initialized in
                    var next = 1
                    for part in 0..<sketched {
                        let distance = all * Float(part) / Float(sketched - 1)
                        while next < points.count - 1 && distances[next] < distance { next += 1 }
                        let step = distances[next] - distances[next - 1]
                        let share = step > 0 ? min(max((distance - distances[next - 1]) / step, 0), 1) : 0
                        let place = points[next - 1] + (points[next] - points[next - 1]) * share
                        places.initializeElement(at: part, to: place)
                    }
                    initialized = sketched
                }
            }
        }
    }
}
