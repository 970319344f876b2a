/// A table that decodes a Huffman code of Deflate by looking some bits ahead (RFC 1951, 3.2.2).
///
/// Codes up to `rootBits` long are found at once, longer ones in a second table behind the first. An entry holds, from the low bits up: how
/// many bits to take (4), how many extra bits follow (4), what it is (4), and from bit 16 on its value.
final class HuffmanTable {
    static let literal: UInt32 = 0 << 8
    static let base: UInt32 = 1 << 8
    static let endOfBlock: UInt32 = 2 << 8
    static let link: UInt32 = 4 << 8
    static let invalid: UInt32 = 8 << 8
    static let kindMask: UInt32 = 15 << 8

    let entries: UnsafeMutablePointer<UInt32>
    let rootBits: Int
    private let capacity: Int

    /// Room for every code of so many bits: 2048 entries for literals with 10 root bits, 1024 for distances with 8.
    init(rootBits: Int, capacity: Int) {
        self.rootBits = rootBits
        self.capacity = capacity
        entries = .allocate(capacity: capacity)
        entries.initialize(repeating: Self.invalid | 1, count: capacity)
    }

    deinit { entries.deallocate() }

    /// Fills the table for code lengths; says whether they make a code.
    ///
    /// Lengths are 0 to 15, `symbols` the entries of the symbols less the bits to take. A code that leaves bit patterns unused is accepted
    /// where it is a single code, as zlib does.
    func build(_ lengths: ArraySlice<UInt8>, symbols: UnsafePointer<UInt32>) -> Bool {
        var counts = InlineArray<16, Int>(repeating: 0)
        for length in lengths { counts[Int(length & 15)] += 1 }
        counts[0] = 0
        var longest = 15
        while longest > 0, counts[longest] == 0 { longest -= 1 }
        var left = 1
        for length in 1...15 {
            left = left << 1 - counts[length]
            if left < 0 { return false }
        }
        let size = 1 << rootBits
        entries.update(repeating: Self.invalid | 1, count: size)
        if longest == 0 { return true }
        if left > 0, longest > 1 { return false }
        var offsets = InlineArray<16, Int>(repeating: 0)
        for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
        var sorted = InlineArray<320, UInt16>(repeating: 0)
        var number = 0
        for length in lengths {
            if length > 0 {
                sorted[offsets[Int(length)]] = UInt16(truncatingIfNeeded: number)
                offsets[Int(length)] += 1
            }
            number += 1
        }
        return fill(lengths, symbols: symbols, sorted: sorted, total: offsets[longest], counts: counts, longest: longest)
    }

    private func fill(
        _ lengths: ArraySlice<UInt8>,
        symbols: UnsafePointer<UInt32>,
        sorted: InlineArray<320, UInt16>,
        total: Int,
        counts: InlineArray<16, Int>,
        longest: Int
    ) -> Bool {
        var counts = counts
        let mask = 1 << rootBits - 1
        var code = 0  // bit-reversed
        var next = 1 << rootBits
        var linked = -1
        var start = 0
        var bits = 0
        for index in 0..<total {
            let symbol = Int(sorted[index])
            let length = Int(lengths[lengths.startIndex + symbol])
            if length <= rootBits {
                let entry = symbols[symbol] | UInt32(length)
                var place = code
                while place <= mask {
                    entries[place] = entry
                    place += 1 << length
                }
            } else {
                if code & mask != linked {
                    linked = code & mask
                    bits = length - rootBits
                    var room = 1 << bits - counts[length]
                    while room > 0, bits + rootBits < longest {
                        bits += 1
                        room = room << 1 - counts[bits + rootBits]
                    }
                    start = next
                    next += 1 << bits
                    guard next <= capacity else { return false }
                    (entries + start).update(repeating: Self.invalid | 1, count: 1 << bits)
                    entries[linked] = Self.link | UInt32(start) << 16 | UInt32(bits)
                }
                let entry = symbols[symbol] | UInt32(length - rootBits)
                var place = code >> rootBits
                while place < 1 << bits {
                    entries[start + place] = entry
                    place += 1 << (length - rootBits)
                }
            }
            counts[length] -= 1
            // The next code of this length, counted from the reversed end.
            var bit = 1 << (length - 1)
            while code & bit != 0 { bit >>= 1 }
            code = bit == 0 ? 0 : code & (bit - 1) | bit
        }
        return true
    }
}
