/// Encodes Deflate (RFC 1951) in its zlib wrapping (RFC 1950).
///
/// About as tight and as fast as zlib at its default level. The same bytes always give the same result.
struct Deflate {
    private static let window = 32_768
    private static let hashBits = 15
    /// How many earlier places are tried for a match, from what length on one is good enough, and from what length on no better one is
    /// looked for at the next byte.
    ///
    /// Where the byte before has one of a good length, a quarter of the places is enough.
    private static let tries = 64
    private static let niceLength = 130
    private static let lazyLength = 16
    private static let goodLength = 12
    /// How many literals and matches a block holds.
    private static let blockSize = 20_000

    private var writer = BitWriter()
    /// Literals, and matches as 1 << 31, length << 16 and distance less 1.
    private var symbols: [UInt32] = []
    private var literalCounts = [Int](repeating: 0, count: 286)
    private var distanceCounts = [Int](repeating: 0, count: 30)

    /// The compressed form of bytes.
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var deflate = Deflate()
        deflate.writer.bytes = [0x78, 0x9C]
        bytes.withUnsafeBufferPointer { deflate.compress($0) }
        deflate.writer.align()
        let sum = adler32(bytes)
        for shift in [24, 16, 8, 0] as [UInt32] { deflate.writer.bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
        return deflate.writer.bytes
    }

    /// The check sum of RFC 1950.
    static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        var index = 0
        while index < bytes.count {
            // The most bytes whose sums fit into 32 bits.
            let end = min(index + 5552, bytes.count)
            for byte in bytes[index..<end] {
                low &+= UInt32(byte)
                high &+= low
            }
            low %= 65_521
            high %= 65_521
            index = end
        }
        return high << 16 | low
    }

    private mutating func compress(_ input: UnsafeBufferPointer<UInt8>) {
        symbols.reserveCapacity(Self.blockSize)
        let finder = MatchFinder(input, window: Self.window, hashBits: Self.hashBits)
        defer { finder.close() }
        var position = 0
        var blockStart = 0
        var pending: (length: Int, distance: Int)?
        while position < input.count {
            let least = pending?.length ?? 0
            let tries = least >= Self.goodLength ? Self.tries / 4 : Self.tries
            let match = finder.match(at: position, longerThan: least, tries: tries, nice: Self.niceLength)
            if let earlier = pending {
                if match.length > earlier.length {
                    // The match that starts here is longer: the byte before stays a literal.
                    literal(input[position - 1])
                    pending = match
                    position += 1
                } else {
                    append(earlier)
                    let end = position - 1 + earlier.length
                    position += 1
                    while position < end {
                        finder.insert(position)
                        position += 1
                    }
                    pending = nil
                }
            } else if match.length >= Self.lazyLength {
                append(match)
                let end = position + match.length
                position += 1
                while position < end {
                    finder.insert(position)
                    position += 1
                }
            } else if match.length > 0 {
                pending = match
                position += 1
            } else {
                literal(input[position])
                position += 1
            }
            if symbols.count >= Self.blockSize, pending == nil {
                finishBlock(input, blockStart..<position, isLast: false)
                blockStart = position
            }
        }
        if let pending { append(pending) }
        finishBlock(input, blockStart..<input.count, isLast: true)
    }

    private mutating func literal(_ byte: UInt8) {
        symbols.append(UInt32(byte))
        literalCounts[Int(byte)] += 1
    }

    private mutating func append(_ match: (length: Int, distance: Int)) {
        symbols.append(1 << 31 | UInt32(match.length) << 16 | UInt32(match.distance - 1))
        literalCounts[Self.lengthSymbol(match.length).symbol] += 1
        distanceCounts[Self.distanceSymbol(match.distance - 1).symbol] += 1
    }

    /// The symbol of a length from 3 to 258, and how many low bits of the length less 3 follow.
    @inline(__always)
    private static func lengthSymbol(_ length: Int) -> (symbol: Int, extra: Int) {
        let value = length - 3
        guard value >= 8 else { return (257 + value, 0) }
        guard length < 258 else { return (285, 0) }
        let top = Int.bitWidth - 1 - value.leadingZeroBitCount
        return (257 + 4 * (top - 1) + (value >> (top - 2) & 3), top - 2)
    }

    /// The symbol of a distance less 1, and how many of its low bits follow.
    @inline(__always)
    private static func distanceSymbol(_ value: Int) -> (symbol: Int, extra: Int) {
        guard value >= 4 else { return (value, 0) }
        let top = Int.bitWidth - 1 - value.leadingZeroBitCount
        return (2 * top + (value >> (top - 1) & 1), top - 1)
    }

    /// Writes a block in the shortest of the three ways.
    private mutating func finishBlock(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isLast: Bool) {
        literalCounts[256] = 1
        let literals = HuffmanCode(frequencies: literalCounts, limit: 15)
        let distances = HuffmanCode(frequencies: distanceCounts, limit: 15)
        let header = CodeHeader(literals, distances)
        var extraBits = 0
        for symbol in 265..<285 { extraBits += literalCounts[symbol] * ((symbol - 261) / 4) }
        for symbol in 4..<30 { extraBits += distanceCounts[symbol] * (symbol / 2 - 1) }
        var own = header.bits + extraBits
        var fixed = extraBits
        for symbol in 0..<286 {
            own += literalCounts[symbol] * Int(literals.lengths[symbol])
            fixed += literalCounts[symbol] * Int(Self.fixedLiterals.lengths[symbol])
        }
        for symbol in 0..<30 {
            own += distanceCounts[symbol] * Int(distances.lengths[symbol])
            fixed += distanceCounts[symbol] * 5
        }
        let plain = (range.count + 5 * (range.count / 65_535 + 1)) * 8
        if plain <= min(own, fixed) {
            store(input, range, isLast: isLast)
        } else {
            writer.put(isLast ? 1 : 0, 1)
            writer.put(fixed <= own ? 1 : 2, 2)
            if fixed <= own {
                write(Self.fixedLiterals, Self.fixedDistances)
            } else {
                header.write(to: &writer)
                write(literals, distances)
            }
        }
        symbols.removeAll(keepingCapacity: true)
        for symbol in literalCounts.indices { literalCounts[symbol] = 0 }
        for symbol in distanceCounts.indices { distanceCounts[symbol] = 0 }
    }

    private mutating func store(_ input: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isLast: Bool) {
        var start = range.lowerBound
        repeat {
            let end = min(start + 65_535, range.upperBound)
            writer.put(isLast && end == range.upperBound ? 1 : 0, 3)
            writer.align()
            let length = end - start
            for value in [length, ~length] {
                writer.bytes.append(UInt8(truncatingIfNeeded: value))
                writer.bytes.append(UInt8(truncatingIfNeeded: value >> 8))
            }
            writer.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: input[start..<end]))
            start = end
        } while start < range.upperBound
    }

    private mutating func write(_ literals: HuffmanCode, _ distances: HuffmanCode) {
        for symbol in symbols {
            guard symbol >> 31 == 1 else {
                writer.put(Int(literals.codes[Int(symbol)]), Int(literals.lengths[Int(symbol)]))
                continue
            }
            let length = Int(symbol >> 16 & 0x7FFF)
            let first = Self.lengthSymbol(length)
            writer.put(Int(literals.codes[first.symbol]), Int(literals.lengths[first.symbol]))
            writer.put((length - 3) & (1 << first.extra - 1), first.extra)
            let distance = Int(symbol & 0xFFFF)
            let second = Self.distanceSymbol(distance)
            writer.put(Int(distances.codes[second.symbol]), Int(distances.lengths[second.symbol]))
            writer.put(distance & (1 << second.extra - 1), second.extra)
        }
        writer.put(Int(literals.codes[256]), Int(literals.lengths[256]))
    }

    private static let fixedLiterals = HuffmanCode(
        lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
    private static let fixedDistances = HuffmanCode(lengths: [UInt8](repeating: 5, count: 30))
}
