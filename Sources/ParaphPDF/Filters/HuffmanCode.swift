/// The code that a block of Deflate is written in: lengths that fit the frequencies, and the bits for them (RFC 1951, 3.2.2).
struct HuffmanCode {
    /// How many bits each symbol has; 0 for one that does not occur.
    private(set) var lengths: [UInt8]
    /// The bits of each symbol, the first one lowest.
    private(set) var codes: [UInt16]

    /// Makes the code for lengths.
    init(lengths: [UInt8]) {
        self.lengths = lengths
        var counts = [Int](repeating: 0, count: 16)
        for length in lengths { counts[Int(length)] += 1 }
        counts[0] = 0
        var next = [Int](repeating: 0, count: 16)
        for length in 1..<16 { next[length] = (next[length - 1] + counts[length - 1]) << 1 }
        codes = lengths.map { length in
            guard length > 0 else { return 0 }
            let code = UInt16(truncatingIfNeeded: next[Int(length)])
            next[Int(length)] += 1
            var reversed: UInt16 = 0
            for bit in 0..<Int(length) where code >> UInt16(bit) & 1 == 1 { reversed |= 1 << UInt16(Int(length) - 1 - bit) }
            return reversed
        }
    }

    /// Makes a code for how often symbols occur, of at most so many bits; at least one symbol gets a code.
    init(frequencies: [Int], limit: Int) {
        var lengths = [UInt8](repeating: 0, count: frequencies.count)
        var used = frequencies.indices.filter { frequencies[$0] > 0 }
        if used.isEmpty { used = [0] }
        used.sort { frequencies[$0] < frequencies[$1] }
        var counts = Self.depthCounts(used.map { frequencies[$0] })
        Self.shorten(&counts, limit: limit)
        // The rarest symbols get the longest codes.
        var index = 0
        for length in stride(from: limit, to: 0, by: -1) {
            for _ in 0..<counts[length] {
                lengths[used[index]] = UInt8(length)
                index += 1
            }
        }
        self.init(lengths: lengths)
    }

    /// How many codes of each length the best code has, for frequencies in rising order.
    private static func depthCounts(_ frequencies: [Int]) -> [Int] {
        let leaves = frequencies.count
        var counts = [Int](repeating: 0, count: max(64, leaves) + 1)
        guard leaves > 1 else {
            counts[1] = 1
            return counts
        }
        // Two queues, leaves and inner nodes, both in rising order; the two least are joined until one is left.
        var weights = frequencies
        var parents = [Int](repeating: 0, count: leaves * 2 - 1)
        var leaf = 0
        var inner = leaves
        while weights.count < leaves * 2 - 1 {
            var sum = 0
            for _ in 0..<2 {
                let takesLeaf = leaf < leaves && (inner >= weights.count || weights[leaf] <= weights[inner])
                let node = takesLeaf ? leaf : inner
                if takesLeaf { leaf += 1 } else { inner += 1 }
                sum += weights[node]
                parents[node] = weights.count
            }
            weights.append(sum)
        }
        var depths = [Int](repeating: 0, count: weights.count)
        for node in stride(from: weights.count - 2, through: 0, by: -1) {
            depths[node] = depths[parents[node]] + 1
            if node < leaves { counts[depths[node]] += 1 }
        }
        return counts
    }

    /// Moves codes that are too long up, and as many others down as that costs.
    private static func shorten(_ counts: inout [Int], limit: Int) {
        for length in limit + 1..<counts.count {
            counts[limit] += counts[length]
            counts[length] = 0
        }
        var total = 0
        for length in 1...limit { total += counts[length] << (limit - length) }
        while total > 1 << limit {
            counts[limit] -= 1
            for length in stride(from: limit - 1, to: 0, by: -1) where counts[length] > 0 {
                counts[length] -= 1
                counts[length + 1] += 2
                break
            }
            total -= 1
        }
    }
}
