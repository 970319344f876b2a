/// Both fill the cells of a band row by row, cell `j + 1` for point `j`; cell 0 stays far. All lanes are filled at once.
extension Alignment {
    private typealias Steps = ReferenceBlock.Steps
    typealias Costs = ReferenceBlock.Costs

    /// What the best paths cost up to each pair of points, all channels together, row after row.
    ///
    /// Cells outside the band mean nothing, except those beside it, which are far. Complexity: O(cells of the band).
    func costsTogether(_ sample: Representation, _ level: ReferenceBlock.Level, _ band: Band) -> [Costs] {
        let count = sample.count * (level.longest + 1)
        return [Costs](unsafeUninitializedCapacity: count) { costs, initialized in
            let costs = costs.baseAddress.unsafelyUnwrapped
            if withPressure {
                fillTogether(costs, sample, level, band, PressedChannels.self)
            } else {
                fillTogether(costs, sample, level, band, PlainChannels.self)
            }
            initialized = count
        }
    }

    /// What the best paths cost up to each point of the references, for the whole sample: of the movement and of the dynamics in turn.
    ///
    /// Complexity: O(cells of the band) in time, O(points) in memory.
    func costs(_ sample: Representation, _ level: ReferenceBlock.Level, _ band: Band) -> [Costs] {
        let count = 2 * (level.longest + 1)
        return [Costs](unsafeUninitializedCapacity: count) { costs, initialized in
            let costs = costs.baseAddress.unsafelyUnwrapped
            if withPressure {
                fill(costs, sample, level, band, PressedChannels.self)
            } else {
                fill(costs, sample, level, band, PlainChannels.self)
            }
            initialized = count
        }
    }

    private func fillTogether<Channels: ChannelSet>(
        _ costs: UnsafeMutablePointer<Costs>,
        _ sample: Representation,
        _ level: ReferenceBlock.Level,
        _ band: Band,
        _: Channels.Type
    ) {
        let penalty = Costs(repeating: penalties.together)
        let movements = Channels.withPressure ? level.sums.pressed.span : level.sums.movement.span
        let dynamics = level.sums.dynamics.span
        let rows = level.rows.span
        let stride = level.longest + 1
        withUnsafeTemporaryAllocation(of: Steps.self, capacity: Channels.count) { point in
            let point = point.baseAddress.unsafelyUnwrapped
            for i in 0..<sample.count {
                let (first, last) = band.columns[i]
                let above = costs + (i - 1) * stride
                let row = costs + i * stride
                let (ownMovement, ownDynamics) = Self.spread(sample, i, point, Channels.self)
                let own = ownMovement &+ ownDynamics
                var left = Costs.far
                var diagonal = i == 0 ? Costs() : above[first]
                row[first] = .far
                for j in first...last {
                    let place = j &* level.width
                    let larger =
                        Self.largerMovement(point, rows, place, Channels.self)
                        &+ Self.largerDynamics(point, rows, place)
                    let cost = Costs(ofDifferences: larger &+ larger &- own &- movements[unchecked: j] &- dynamics[unchecked: j])
                    let up = i == 0 ? .far : above[j &+ 1]
                    let best = (cost * (1 / Representation.unit)) + Self.least(diagonal, up + penalty, left)
                    row[j &+ 1] = best
                    left = best + penalty
                    diagonal = up
                }
                Self.pad(row, last + 2, i + 1 < sample.count ? band.columns[i + 1].last + 1 : last)
            }
        }
    }

    private func fill<Channels: ChannelSet>(
        _ row: UnsafeMutablePointer<Costs>,
        _ sample: Representation,
        _ level: ReferenceBlock.Level,
        _ band: Band,
        _: Channels.Type
    ) {
        let movementPenalty = Costs(repeating: penalties.movement)
        let dynamicsPenalty = Costs(repeating: penalties.dynamics)
        let movements = Channels.withPressure ? level.sums.pressed.span : level.sums.movement.span
        let dynamics = level.sums.dynamics.span
        let rows = level.rows.span
        let weights = level.weights.span
        // One row, in which each row takes the place of the one above.
        Self.pad(row, 0, 2 * band.columns[0].last + 3)
        withUnsafeTemporaryAllocation(of: Steps.self, capacity: Channels.count) { point in
            let point = point.baseAddress.unsafelyUnwrapped
            for i in 0..<sample.count {
                let (first, last) = band.columns[i]
                let (ownMovement, ownDynamics) = Self.spread(sample, i, point, Channels.self)
                // One after the other, or the processor's registers would not hold all. The costs of the point before are with the
                // penalty: so the chain from point to point is short.
                var left = Costs.far
                var diagonal = i == 0 ? Costs() : row[2 &* first]
                row[2 &* first] = .far
                var j = first
                while j <= last {
                    let movement = Self.largerMovement(point, rows, j &* level.width, Channels.self)
                    let cost =
                        Costs(ofDifferences: movement &+ movement &- ownMovement &- movements[unchecked: j]) * weights[unchecked: j]
                    let cell = row + (2 &* j &+ 2)
                    let up = cell[0]
                    let best = Self.least(diagonal, up + movementPenalty, left)
                    cell[0] = best + cost
                    left = best + (cost + movementPenalty)
                    diagonal = up
                    j &+= 1
                }
                left = .far
                diagonal = i == 0 ? Costs() : row[2 &* first &+ 1]
                row[2 &* first &+ 1] = .far
                j = first
                while j <= last {
                    let dynamic = Self.largerDynamics(point, rows, j &* level.width)
                    let cost = Costs(ofDifferences: dynamic &+ dynamic &- ownDynamics &- dynamics[unchecked: j]) * weights[unchecked: j]
                    let cell = row + (2 &* j &+ 2)
                    let up = cell[1]
                    let best = Self.least(diagonal, up + dynamicsPenalty, left)
                    cell[1] = best + cost
                    left = best + (cost + dynamicsPenalty)
                    diagonal = up
                    j &+= 1
                }
                Self.pad(row, 2 * last + 4, i + 1 < sample.count ? 2 * band.columns[i + 1].last + 3 : 0)
            }
        }
    }

    /// Puts each channel of a point in all lanes; returns the sums over the channels of the movement and of the dynamics.
    @inline(__always)
    private static func spread<Channels: ChannelSet>(
        _ sample: Representation,
        _ row: Int,
        _ point: UnsafeMutablePointer<Steps>,
        _: Channels.Type
    ) -> (movement: Steps, dynamics: Steps) {
        let values = sample.values.span
        var sums = (movement: Steps(), dynamics: Steps())
        for k in 0..<Channels.count {
            point[k] = Steps(repeating: values[unchecked: row &* sample.width &+ k])
            if Representation.dynamics.contains(k) { sums.dynamics &+= point[k] } else { sums.movement &+= point[k] }
        }
        return sums
    }

    /// The sum over the movement's channels of the larger value.
    ///
    /// A difference is twice the larger value less both, which takes the least instructions.
    @inline(__always)
    private static func largerMovement<Channels: ChannelSet>(
        _ point: UnsafeMutablePointer<Steps>,
        _ rows: Span<Steps>,
        _ place: Int,
        _: Channels.Type
    ) -> Steps {
        var sum = Steps()
        for k in 0..<6 { sum &+= larger(point[k], rows[unchecked: place &+ k]) }
        if Channels.withPressure {
            for k in 8..<11 { sum &+= larger(point[k], rows[unchecked: place &+ k]) }
        }
        return sum
    }

    @inline(__always)
    private static func largerDynamics(_ point: UnsafeMutablePointer<Steps>, _ rows: Span<Steps>, _ place: Int) -> Steps {
        larger(point[6], rows[unchecked: place &+ 6]) &+ larger(point[7], rows[unchecked: place &+ 7])
    }

    @inline(__always)
    private static func larger(_ a: Steps, _ b: Steps) -> Steps {
        a.replacing(with: b, where: b .> a)
    }

    @inline(__always)
    private static func least(_ diagonal: Costs, _ up: Costs, _ left: Costs) -> Costs {
        let best = up.replacing(with: diagonal, where: diagonal .< up)
        return best.replacing(with: left, where: left .< best)
    }

    /// Makes cells far that the next row may look at and this one did not fill.
    @inline(__always)
    private static func pad(_ row: UnsafeMutablePointer<Costs>, _ first: Int, _ last: Int) {
        var cell = first
        while cell <= last {
            row[cell] = .far
            cell &+= 1
        }
    }
}

extension SIMD8<Float> {
    /// What no path costs.
    fileprivate static var far: Self { Self(repeating: 1e30) }

    /// Differences, which fill all 16 bits, as numbers.
    @inline(__always)
    init(ofDifferences differences: SIMD8<Int16>) {
        self.init()
        // The same as the standard library's conversion, which is not inlined.
        for lane in 0..<8 { self[lane] = Float(UInt16(bitPattern: differences[lane])) }
    }
}

/// Which channels are compared, known to the compiler, so that it lays their comparisons out in a row.
private protocol ChannelSet {
    static var withPressure: Bool { get }
    static var count: Int { get }
}

private enum PlainChannels: ChannelSet {
    static var withPressure: Bool { false }
    static var count: Int { Representation.plainWidth }
}

private enum PressedChannels: ChannelSet {
    static var withPressure: Bool { true }
    static var count: Int { Representation.fullWidth }
}
