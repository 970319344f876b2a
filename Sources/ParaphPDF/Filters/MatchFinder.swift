/// Finds earlier places where the same bytes stand, by chains of places whose next three bytes have the same hash.
///
/// The window is a power of two; who makes one closes it.
struct MatchFinder {
    private let input: UnsafeBufferPointer<UInt8>
    private let window: Int
    private let hashShift: UInt32
    /// Memory of its own rather than arrays, whose writes ask each time whether they are shared: this is where the time goes.
    private let heads: UnsafeMutablePointer<Int32>
    private let previous: UnsafeMutablePointer<Int32>

    init(_ input: UnsafeBufferPointer<UInt8>, window: Int, hashBits: Int) {
        self.input = input
        self.window = window
        hashShift = UInt32(32 - hashBits)
        heads = .allocate(capacity: 1 << hashBits)
        heads.initialize(repeating: -1, count: 1 << hashBits)
        previous = .allocate(capacity: window)
        previous.initialize(repeating: -1, count: window)
    }

    /// Gives its memory back; nothing is found afterwards.
    func close() {
        heads.deallocate()
        previous.deallocate()
    }

    @inline(__always)
    private func hash(_ position: Int) -> Int {
        let bytes = UInt32(input[position]) | UInt32(input[position + 1]) << 8 | UInt32(input[position + 2]) << 16
        return Int((bytes &* 0x9E37_79B1) &>> hashShift)
    }

    /// Notes a place; places are noted in order, each once, also by ``match(at:longerThan:tries:nice:)``.
    @inline(__always)
    func insert(_ position: Int) {
        guard position + 2 < input.count else { return }
        let hash = hash(position)
        previous[position & (window - 1)] = heads[hash]
        heads[hash] = Int32(truncatingIfNeeded: position)
    }

    /// The longest match for what stands at a place, of 3 to 258 bytes and more than `least`, or a length of 0; notes the place.
    func match(at position: Int, longerThan least: Int, tries: Int, nice: Int) -> (length: Int, distance: Int) {
        guard position + 2 < input.count else { return (0, 0) }
        let hash = hash(position)
        var candidate = Int(heads[hash])
        previous[position & (window - 1)] = heads[hash]
        heads[hash] = Int32(truncatingIfNeeded: position)
        let longest = min(258, input.count - position)
        guard least < longest else { return (0, 0) }
        var best = (length: least, distance: 0)
        var left = tries
        while candidate >= 0, position - candidate < window, left > 0 {
            if best.length == 0 || input[candidate + best.length] == input[position + best.length] {
                let length = common(candidate, position, atMost: longest)
                if length > best.length, length >= 3 {
                    best = (length, position - candidate)
                    if length >= min(nice, longest) { break }
                }
            }
            let next = Int(previous[candidate & (window - 1)])
            // A slot that was used again leads forward: the chain ends there.
            guard next < candidate else { break }
            candidate = next
            left -= 1
        }
        // Three bytes from far away cost more than three literals.
        return best.distance == 0 || best.length == 3 && best.distance > 4096 ? (0, 0) : best
    }

    /// How many bytes are the same at two places.
    @inline(__always)
    private func common(_ left: Int, _ right: Int, atMost limit: Int) -> Int {
        guard let base = input.baseAddress else { return 0 }
        var length = 0
        while length + 8 <= limit {
            let first = UnsafeRawPointer(base + left + length).loadUnaligned(as: UInt64.self).littleEndian
            let second = UnsafeRawPointer(base + right + length).loadUnaligned(as: UInt64.self).littleEndian
            if first != second { return length + (first ^ second).trailingZeroBitCount / 8 }
            length += 8
        }
        while length < limit, base[left + length] == base[right + length] { length += 1 }
        return length
    }
}

/// Writes bits, the first one lowest (RFC 1951, 3.1.1).
struct BitWriter {
    var bytes: [UInt8] = []
    private var bits: UInt64 = 0
    private var count = 0

    /// Appends up to 16 bits.
    @inline(__always)
    mutating func put(_ value: Int, _ width: Int) {
        bits |= UInt64(truncatingIfNeeded: value) &<< UInt64(truncatingIfNeeded: count)
        count &+= width
        while count >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            count &-= 8
        }
    }

    /// Fills the last byte up.
    mutating func align() {
        if count > 0 { bytes.append(UInt8(truncatingIfNeeded: bits)) }
        (bits, count) = (0, 0)
    }
}
