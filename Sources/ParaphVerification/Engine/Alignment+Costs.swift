extension Alignment {
    typealias Steps = ReferenceBlock.Steps
    typealias Costs = ReferenceBlock.Costs

    /// What the best paths cost up to each point.
    ///
    /// With `keepingAll` one row after the other, each of a cell before the first point and one for each point; else only the last row.
    /// Cells outside the band mean nothing, except those beside it, which are far. Complexity: O(cells of the band), for all lanes together.
    func costs(_ sample: Representation, _ level: ReferenceBlock.Level, _ band: Band, keepingAll: Bool) -> [Costs] {
        let stride = level.longest + 1
        let count = keepingAll ? sample.count * stride : stride
        return [Costs](unsafeUninitializedCapacity: count) { costs, initialized in
            withUnsafeTemporaryAllocation(of: Steps.self, capacity: channels) { point in
                point.initialize(repeating: Steps())
                let costs = costs.baseAddress.unsafelyUnwrapped
                let point = point.baseAddress.unsafelyUnwrapped
                let step = keepingAll ? stride : 0
                if channels == Representation.plainWidth {
                    fill(costs, stride: step, point, sample, level, level.sums.plain.span, band, PlainChannels.self)
                } else {
                    fill(costs, stride: step, point, sample, level, level.sums.full.span, band, AllChannels.self)
                }
            }
            initialized = count
        }
    }

    private func fill<Channels: ChannelCount>(
        _ costs: UnsafeMutablePointer<Costs>,
        stride: Int,
        _ point: UnsafeMutablePointer<Steps>,
        _ sample: Representation,
        _ level: ReferenceBlock.Level,
        _ sums: Span<Steps>,
        _ band: Band,
        _: Channels.Type
    ) {
        let far = Costs(repeating: 1e30)
        let penalty = Costs(repeating: penalty)
        let width = level.width
        let values = sample.values.span
        let rows = level.rows.span
        let weights = level.weights.span
        for i in 0..<sample.count {
            let (first, last) = band.columns[i]
            // Cell j + 1 is that of point j; with a stride of 0 each row takes the place of the one above.
            let above = costs + (i - 1) * stride
            let row = costs + i * stride
            var ownSum: Int16 = 0
            for k in 0..<Channels.count {
                let value = values[unchecked: i &* sample.width &+ k]
                ownSum &+= value
                point[k] = Steps(repeating: value)
            }
            let own = Steps(repeating: ownSum)
            // The cost of the point before, with the penalty: so the chain from point to point is short.
            var left = far
            var diagonal = i == 0 ? Costs() : above[first]
            row[first] = far
            var j = first
            while j <= last {
                // |a - b| is twice the larger less both, which takes the least instructions.
                var larger = Steps()
                let place = j &* width
                for k in 0..<Channels.count { larger &+= Self.larger(point[k], rows[unchecked: place &+ k]) }
                let difference = larger &+ larger &- own &- sums[unchecked: j]
                let cost = Costs(ofDifferences: difference) * weights[unchecked: j]
                let up = i == 0 ? far : above[j &+ 1]
                let upward = up + penalty
                var best = upward.replacing(with: diagonal, where: diagonal .< upward)
                best = best.replacing(with: left, where: left .< best)
                row[j &+ 1] = best + cost
                left = best + (cost + penalty)
                diagonal = up
                j &+= 1
            }
            // The next row looks further right than this one was filled.
            let next = i + 1 < sample.count ? band.columns[i + 1].last : last
            while j <= next {
                row[j &+ 1] = far
                j &+= 1
            }
        }
    }

    @inline(__always)
    private static func larger(_ a: Steps, _ b: Steps) -> Steps {
        a.replacing(with: b, where: b .> a)
    }
}

extension SIMD8<Float> {
    /// Differences, which fill all 16 bits, as numbers.
    @inline(__always)
    init(ofDifferences differences: SIMD8<Int16>) {
        self.init()
        // The same as the standard library's conversion, which is not inlined.
        for lane in 0..<8 { self[lane] = Float(UInt16(bitPattern: differences[lane])) }
    }
}

/// A number of channels that the compiler knows, so that it lays their comparisons out in a row.
private protocol ChannelCount {
    static var count: Int { get }
}

private enum PlainChannels: ChannelCount {
    static var count: Int { Representation.plainWidth }
}

private enum AllChannels: ChannelCount {
    static var count: Int { Representation.fullWidth }
}
