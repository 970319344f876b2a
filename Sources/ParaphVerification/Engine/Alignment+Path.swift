extension Alignment {
    /// The best path between two samples, from the first points to the last.
    ///
    /// Complexity: O(points² / 32) in time, and one byte for each pair of points in memory: at most 1.44 MB.
    func path(_ sample: Representation, _ reference: Representation) -> [Step] {
        guard sample.count > 0, reference.count > 0 else { return [] }
        let (a, b) = (sample.coarsened, reference.coarsened)
        let coarse = path(a, b, Band(rows: a.count, lengths: [b.count], share: Self.reach))
        return path(sample, reference, Band(rows: sample.count, longest: reference.count, around: [coarse], margin: Self.margin))
    }

    private func path(_ sample: Representation, _ reference: Representation, _ band: Band) -> [Step] {
        let (n, m) = (sample.count, reference.count)
        let moves = [UInt8](unsafeUninitializedCapacity: n * m) { moves, initialized in
            fill(moves.baseAddress.unsafelyUnwrapped, sample, Columns(reference, channels), band)
            initialized = n * m
        }
        var steps: [Step] = []
        steps.reserveCapacity(n + m)
        var (i, j) = (n - 1, m - 1)
        while true {
            steps.append(Step(sample: i, reference: j))
            if i == 0 && j == 0 { break }
            switch moves[i * m + j] {
            case 1 where i > 0: i -= 1
            case 2 where j > 0: j -= 1
            default:
                if i > 0 { i -= 1 }
                if j > 0 { j -= 1 }
            }
        }
        steps.reverse()
        return steps
    }

    /// Notes how the best path comes to each pair of points.
    ///
    /// 0 from the points before of both, 1 from that of the sample, 2 from that of the reference; 0 outside the band.
    private func fill(_ moves: UnsafeMutablePointer<UInt8>, _ sample: Representation, _ reference: Columns, _ band: Band) {
        let (n, m) = (sample.count, reference.count)
        moves.initialize(repeating: 0, count: n * m)
        var costs = [Float](repeating: 1e30, count: m + 1)
        var differences = [Float](repeating: 0, count: reference.stride)
        let penalty = penalties.together
        costs.withUnsafeMutableBufferPointer { costs in
            differences.withUnsafeMutableBufferPointer { differences in
                let costs = costs.baseAddress.unsafelyUnwrapped
                let differences = differences.baseAddress.unsafelyUnwrapped
                for i in 0..<n {
                    let (first, last) = band.columns[i]
                    reference.differences(sample, i, first, last, differences)
                    let moves = moves + i * m
                    var left: Float = 1e30
                    var diagonal = i == 0 ? 0 : costs[first]
                    costs[first] = 1e30
                    var j = first
                    while j <= last {
                        let up = costs[j &+ 1]
                        let oneSided = (left < up ? left : up) + penalty
                        moves[j] = oneSided < diagonal ? (left < up ? 2 : 1) : 0
                        left = (oneSided < diagonal ? oneSided : diagonal) + differences[j]
                        costs[j &+ 1] = left
                        diagonal = up
                        j &+= 1
                    }
                }
            }
        }
    }

    /// The difference of two points.
    func difference(_ a: Representation, _ i: Int, _ b: Representation, _ j: Int) -> Float {
        var sum = 0
        for k in 0..<channels { sum += abs(Int(a.values[i * a.width + k]) - Int(b.values[j * b.width + k])) }
        return Float(sum) / Representation.unit
    }
}

/// A representation channel by channel, so that eight neighbouring points are compared at a time.
private struct Columns {
    private typealias Steps = SIMD8<Int16>

    /// The number of points.
    let count: Int
    /// The number of values of each channel: the points, and 0 up to a multiple of eight.
    let stride: Int
    private let channels: Int
    private let values: [Int16]
    /// The sums over the channels of each point.
    private let sums: [Int16]

    init(_ source: Representation, _ channels: Int) {
        count = source.count
        self.channels = channels
        let stride = (source.count + 7) & ~7
        var values = [Int16](repeating: 0, count: stride * channels)
        var sums = [Int16](repeating: 0, count: stride)
        for point in 0..<source.count {
            for channel in 0..<channels {
                let value = source.values[point * source.width + channel]
                values[channel * stride + point] = value
                sums[point] &+= value
            }
        }
        (self.stride, self.values, self.sums) = (stride, values, sums)
    }

    /// The differences of a sample's point from some of these, and from a few on either side.
    func differences(_ sample: Representation, _ row: Int, _ first: Int, _ last: Int, _ result: UnsafeMutablePointer<Float>) {
        sample.values.withUnsafeBytes { point in
            values.withUnsafeBytes { values in
                sums.withUnsafeBytes { sums in
                    let point = point.baseAddress.unsafelyUnwrapped + 2 * row * sample.width
                    var own: Int16 = 0
                    for k in 0..<channels { own &+= point.load(fromByteOffset: 2 * k, as: Int16.self) }
                    var start = first & ~7
                    while start <= last {
                        var larger = Steps()
                        for k in 0..<channels {
                            let a = Steps(repeating: point.load(fromByteOffset: 2 &* k, as: Int16.self))
                            let b = values.loadUnaligned(fromByteOffset: 2 &* (k &* stride &+ start), as: Steps.self)
                            larger &+= a.replacing(with: b, where: b .> a)
                        }
                        let both = sums.loadUnaligned(fromByteOffset: 2 &* start, as: Steps.self) &+ own
                        let costs = SIMD8<Float>(ofDifferences: larger &+ larger &- both) * (1 / Representation.unit)
                        UnsafeMutableRawPointer(result + start).storeBytes(of: costs, as: SIMD8<Float>.self)
                        start &+= 8
                    }
                }
            }
        }
    }
}
