extension TimedFit {
    /// The weight of leaving the places where they are, by which a line without width is laid.
    private static let placeRidge = 1e-6

    /// Notes 1 for each point that has a partner, and 0 for others, and counts them.
    func mark(_ marks: Numbers) -> Int {
        var used = 0
        let last = Double(lines[0].count) - 0.5
        for place in 0..<times.count {
            let isUsed = times[place] > -0.5 && times[place] < last
            marks[place] = isUsed ? 1 : 0
            if isUsed { used += 1 }
        }
        return used
    }

    /// Notes the powers of a line's places at the times, and how fast they change.
    func follow(_ line: [Place], _ degree: Int, _ marks: Numbers, _ column: Numbers, _ change: Numbers, _ stride: Int) {
        let last = line.count - 1
        for place in 0..<times.count {
            let time = min(max(times[place], 0), Double(last))
            let index = min(Int(time), last - 1)
            let share = time - Double(index)
            let (from, to) = (line[index], line[index + 1])
            let before = (to - line[max(index - 1, 0)]) * (index > 0 ? 0.5 : 1)
            let after = (line[min(index + 2, last)] - from) * (index + 2 <= last ? 0.5 : 1)
            let mark = marks[place]
            let at = from + (to - from) * share
            let step = (before + (after - before) * share) * mark
            var number = place
            var (powerX, lowerX) = (mark, 0.0)
            for i in 0...degree {
                var (powerY, lowerY) = (1.0, 0.0)
                for j in 0...(degree - i) {
                    if i + j > 0 {
                        column[number] = powerX * powerY
                        change[number] = Double(i) * lowerX * powerY * step.x + Double(j) * powerX * lowerY * step.y
                        number += stride
                    }
                    (lowerY, powerY) = (powerY, powerY * at.y)
                }
                (lowerX, powerX) = (powerX, powerX * at.x)
            }
        }
    }

    /// Lays the columns on the points, and notes what is left and how fast what they say moves.
    func lay(_ columns: Int, _ used: Int, _ column: Numbers, _ change: Numbers, _ rest: Numbers, _ stride: Int) {
        for place in 0..<points.count {
            rest[place] = points[place].x * column[place]
            rest[stride + place] = points[place].y * column[place]
            rest[2 * stride + place] = 0
            rest[3 * stride + place] = 0
        }
        var equations = NormalEquations(columns)
        for row in 0..<columns {
            let own = column + row * stride
            for other in 0...row { equations[row, other] = Self.product(own, column + other * stride, stride) }
            equations[row, row] += Self.placeRidge * Double(used)
            equations.right[row] = Place(Self.product(own, rest, stride), Self.product(own, rest + stride, stride))
        }
        equations.solve()
        for row in 0..<columns {
            let factor = equations.right[row]
            Self.add(-factor.x, column + row * stride, rest, stride)
            Self.add(-factor.y, column + row * stride, rest + stride, stride)
            if row > 0 {
                Self.add(factor.x, change + row * stride, rest + 2 * stride, stride)
                Self.add(factor.y, change + row * stride, rest + 3 * stride, stride)
            }
        }
    }

    private static func lanes(_ numbers: Numbers, _ place: Int) -> Lanes {
        UnsafeRawPointer(numbers + place).loadUnaligned(as: Lanes.self)
    }

    /// The sum of the products of so many numbers, a multiple of four.
    @inline(__always)
    static func product(_ a: Numbers, _ b: Numbers, _ count: Int) -> Double {
        var sum = Lanes()
        for place in Swift.stride(from: 0, to: count, by: Lanes.scalarCount) { sum += lanes(a, place) * lanes(b, place) }
        return sum.sum()
    }

    @inline(__always)
    private static func add(_ factor: Double, _ a: Numbers, _ b: Numbers, _ count: Int) {
        for place in Swift.stride(from: 0, to: count, by: Lanes.scalarCount) {
            UnsafeMutableRawPointer(b + place).storeBytes(of: lanes(b, place) + factor * lanes(a, place), as: Lanes.self)
        }
    }
}
