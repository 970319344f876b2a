/// How well the places of a sample follow from those where the pen was at the same times in others.
///
/// Each line is laid on the points by polynomials of its places, and all are shifted in time by one smooth function, in turn, both by least squares.
struct TimedFit {
    typealias Place = SIMD2<Double>
    typealias Lanes = SIMD4<Double>
    typealias Numbers = UnsafeMutablePointer<Double>

    /// What is let free, and what is asked for.
    struct Freedom {
        /// The degree of the polynomials of places: 1 moves, turns and stretches, more bends.
        var degree: Int
        /// How many functions of time the times are changed by.
        var functions = 0
        /// What comes nearer is near enough.
        var limit = 0.0
        /// What lies further than the limit by these factors, after no change of the times, one and so on, will not come so near.
        var hopes: [Double] = []
    }

    /// The weight of leaving the times as they are.
    private static let ridge = 1e-3
    /// The least share of points that need a partner.
    private static let leastShare = 0.8
    /// The share of the points that count, the nearest.
    private static let counted = 0.95

    let points: [Place]
    let lines: [[Place]]
    /// Where on the lines each point is looked for.
    var times: [Double]

    /// The least distance of the points from what follows from the lines, as far as it was looked for.
    ///
    /// Complexity: O(rounds × points × unknowns²), with at most 15 unknowns of place and 10 of time.
    mutating func distance(_ freedom: Freedom, _ tempo: TempoFunctions) -> Double {
        let count = points.count
        let terms = (freedom.degree + 1) * (freedom.degree + 2) / 2 - 1
        let columns = 1 + terms * lines.count
        // Up to a multiple of four, so that products go four at a time.
        let stride = (count + 3) & ~3
        // The columns, how fast they change, what is left (x, y), motion (x, y).
        return withUnsafeTemporaryAllocation(of: Double.self, capacity: (2 * columns + 4) * stride) { numbers in
            numbers.initialize(repeating: 0)
            let column = numbers.baseAddress.unsafelyUnwrapped
            let change = column + columns * stride
            let rest = change + columns * stride
            var least = Double.greatestFiniteMagnitude
            for round in 0...freedom.hopes.count {
                let used = mark(column)
                guard Double(used) >= Self.leastShare * Double(count) else { break }
                for (number, line) in lines.enumerated() {
                    let first = (1 + number * terms) * stride
                    follow(line, freedom.degree, column, column + first, change + first, stride)
                }
                lay(columns, used, column, change, rest, stride)
                let distance = self.distance(rest, column, stride)
                least = min(least, distance)
                if least < freedom.limit || round == freedom.hopes.count || distance > freedom.hopes[round] * freedom.limit { break }
                shift(freedom.functions, tempo, rest, stride)
            }
            return least
        }
    }

    /// The mean of what is left, without the furthest; noise of single points is averaged away.
    private func distance(_ rest: Numbers, _ marks: Numbers, _ stride: Int) -> Double {
        var squares: [Double] = []
        squares.reserveCapacity(points.count)
        for place in 0..<points.count where marks[place] > 0 {
            var (x, y, count) = (0.0, 0.0, 0.0)
            for near in max(place - 1, 0)...min(place + 1, points.count - 1) {
                x += rest[near]
                y += rest[stride + near]
                count += marks[near]
            }
            squares.append((x * x + y * y) / (count * count))
        }
        let used = max(Int(Self.counted * Double(squares.count)), 1)
        return squares.withUnsafeMutableBufferPointer { squares in
            squares.select(used - 1)
            var sum = 0.0
            for place in 0..<used { sum += squares[place].squareRoot() }
            return sum / Double(used)
        }
    }

    /// Changes the times so that less is left.
    private mutating func shift(_ functions: Int, _ tempo: TempoFunctions, _ rest: Numbers, _ stride: Int) {
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 3 * stride) { numbers in
            numbers.initialize(repeating: 0)
            let weights = numbers.baseAddress.unsafelyUnwrapped
            let (side, weighted) = (weights + stride, weights + 2 * stride)
            for place in 0..<points.count {
                let (x, y) = (rest[2 * stride + place], rest[3 * stride + place])
                weights[place] = x * x + y * y
                side[place] = x * rest[place] + y * rest[stride + place]
            }
            var equations = NormalEquations(functions)
            tempo.columns.withUnsafeBufferPointer { columns in
                let columns = UnsafeMutablePointer(mutating: columns.baseAddress.unsafelyUnwrapped)
                var trace = 0.0
                for row in 0..<functions {
                    let own = columns + row * stride
                    for place in 0..<points.count { weighted[place] = own[place] * weights[place] }
                    for other in 0...row { equations[row, other] = Self.product(weighted, columns + other * stride, stride) }
                    trace += equations[row, row]
                    equations.right[row].x = Self.product(side, own, stride)
                }
                for row in 0..<functions { equations[row, row] += Self.ridge * trace / Double(functions) + 1e-12 }
                equations.solve()
                for row in 0..<functions {
                    let factor = equations.right[row].x
                    for place in 0..<times.count { times[place] += factor * columns[row * stride + place] }
                }
            }
        }
    }
}
