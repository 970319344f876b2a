/// A small generator of random numbers that gives the same numbers on every platform.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators", 2014. Not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence that belongs to a seed.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }

    /// A number evenly distributed in 0 ..< 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// A number evenly distributed in a range.
    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    /// A normally distributed number of mean 0 and standard deviation 1, by the sum of twelve even ones (−6 … 6).
    ///
    /// The sum, unlike Box and Muller's formula, gives the same bits on every platform.
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }
}
