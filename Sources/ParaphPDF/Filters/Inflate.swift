/// Decodes Deflate (RFC 1951) in its zlib wrapping (RFC 1950), within limits.
///
/// The check sum at the end is not compared: readers of PDF do not, and what it would find is a signature's business.
final class Inflate {
    /// Entries of the symbols of lengths and literals, of distances, and of code lengths, less the bits to take.
    private static let symbols = makeSymbols()
    /// In what order the lengths of the code for lengths stand.
    private static let order: [UInt8] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    let literals = HuffmanTable(rootBits: 10, capacity: 2048)
    let distances = HuffmanTable(rootBits: 8, capacity: 1024)
    /// The next input byte, and the one after the last.
    var input: UnsafePointer<UInt8>
    let end: UnsafePointer<UInt8>
    /// Bits that were read but not used, the next one lowest; above `bitCount` may stand the bits that follow.
    var bits: UInt64 = 0
    var bitCount = 0
    /// How many bytes behind the end were taken for zero.
    var padding = 0

    private init(_ input: UnsafeBufferPointer<UInt8>, start: UnsafePointer<UInt8>) {
        self.input = start
        end = start + input.count
    }

    /// Decodes all that is there.
    ///
    /// What follows the end of the code is ignored. At most `limit` bytes are given; the budget pays a step for every byte. Throws
    /// `tooLarge`, `tooMuchWork`, `outOfTime`.
    static func decode(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> Decoded {
        try run(data, limit: limit, budget: budget).decoded
    }

    /// Decodes data that are one zlib stream as every program reads it, with the right check sum and nothing behind it; nil for all others.
    ///
    /// Throws what `decode` throws.
    static func decodeExactly(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> PDFBytes? {
        // No window is larger than 32 kB (RFC 1950, 2.2).
        guard data.peek(0) >> 4 <= 7 else { return nil }
        let (decoded, rest) = try run(data, limit: limit, budget: budget)
        guard decoded.isComplete, rest == 4 else { return nil }
        try budget.spend(decoded.bytes.count >> 3)
        let sum = data.part(from: data.count - 4).array.reduce(0) { $0 << 8 | UInt32($1) }
        return sum == Deflate.adler32(decoded.bytes.array) ? decoded.bytes : nil
    }

    /// What is decoded, and how many bytes follow the last block.
    private static func run(_ data: PDFBytes, limit: Int, budget: PDFBudget) throws(PDFError) -> (decoded: Decoded, rest: Int) {
        guard data.count > 2, data[0] & 15 == 8, (Int(data[0]) << 8 | Int(data[1])) % 31 == 0, data[1] & 0x20 == 0 else {
            return (Decoded(bytes: PDFBytes(), isComplete: false), 0)
        }
        let body = data.part(from: 2)
        var result = Result<(decoded: Decoded, rest: Int), PDFError>.failure(PDFError(.truncated, "Compressed data are empty"))
        body.withBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            let inflate = Inflate(bytes, start: start)
            do throws(PDFError) {
                var output = ByteBuffer(capacity: max(1024, min(bytes.count * 4, 1 << 24)), limit: limit)
                let isComplete = try inflate.blocks(into: &output, budget: budget)
                let rest = (inflate.end - inflate.input) + (inflate.bitCount >> 3) - inflate.padding
                result = .success((Decoded(bytes: output.finish(), isComplete: isComplete), rest))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private func blocks(into output: inout ByteBuffer, budget: PDFBudget) throws(PDFError) -> Bool {
        while true {
            refill()
            let isLast = take(1) == 1
            let kind = take(2)
            guard !isOverrun else { return false }
            try budget.spend(8)
            var isSound = false
            switch kind {
            case 0: isSound = try stored(into: &output, budget: budget)
            case 1:
                fixedCode()
                isSound = try compressed(into: &output, budget: budget)
            case 2: isSound = dynamicCode() ? try compressed(into: &output, budget: budget) : false
            default: break
            }
            guard isSound else { return false }
            if isLast { return true }
        }
    }

    /// Whether bits were used that the input does not have.
    var isOverrun: Bool { bitCount < padding * 8 }

    /// Makes at least 48 bits ready, zeros where the input ends.
    func refill() {
        while bitCount < 48 {
            if input < end {
                bits |= UInt64(input.pointee) << UInt64(bitCount)
                input += 1
            } else {
                padding += 1
            }
            bitCount += 8
        }
    }

    /// Takes up to 16 bits that are ready.
    func take(_ count: Int) -> Int {
        let value = bits & (1 << UInt64(count) - 1)
        bits >>= UInt64(count)
        bitCount -= count
        return Int(value)
    }

    private func stored(into output: inout ByteBuffer, budget: PDFBudget) throws(PDFError) -> Bool {
        // Back to a whole byte, and the bytes that were read ahead back into the input.
        let whole = bitCount >> 3
        guard !isOverrun, whole >= padding else { return false }
        input -= whole - padding
        (bits, bitCount, padding) = (0, 0, 0)
        guard end - input >= 4 else { return false }
        let length = Int(input[0]) | Int(input[1]) << 8
        let inverse = Int(input[2]) | Int(input[3]) << 8
        guard length == ~inverse & 0xFFFF else { return false }
        input += 4
        let there = min(length, end - input)
        try budget.spend(there)
        guard output.reserve(there) else { throw PDFError(.tooLarge, "A stream gives more bytes than the limits allow") }
        (output.memory + output.count).update(from: input, count: there)
        output.commit(output.count + there)
        input += there
        return there == length
    }

    private func fixedCode() {
        var lengths = [UInt8](repeating: 8, count: 288)
        for symbol in 144..<256 { lengths[symbol] = 9 }
        for symbol in 256..<280 { lengths[symbol] = 7 }
        build(literals: lengths[...], distances: [UInt8](repeating: 5, count: 32)[...])
    }

    @discardableResult
    private func build(literals lengths: ArraySlice<UInt8>, distances distanceLengths: ArraySlice<UInt8>) -> Bool {
        Self.symbols.withUnsafeBufferPointer { symbols in
            guard let start = symbols.baseAddress else { return false }
            return literals.build(lengths, symbols: start) && distances.build(distanceLengths, symbols: start + 288)
        }
    }

    /// Reads the codes of a block (RFC 1951, 3.2.7); says whether they are codes.
    private func dynamicCode() -> Bool {
        refill()
        let literalCount = take(5) + 257
        let distanceCount = take(5) + 1
        let lengthCount = take(4) + 4
        guard literalCount <= 286, distanceCount <= 30 else { return false }
        var codeLengths = [UInt8](repeating: 0, count: 19)
        for index in 0..<lengthCount {
            refill()
            codeLengths[Int(Self.order[index])] = UInt8(take(3))
        }
        let built = Self.symbols.withUnsafeBufferPointer { symbols in
            symbols.baseAddress.map { distances.build(codeLengths[...], symbols: $0 + 320) } ?? false
        }
        guard built else { return false }
        var lengths = [UInt8](repeating: 0, count: literalCount + distanceCount)
        var index = 0
        while index < lengths.count {
            refill()
            let entry = distances.entries[Int(bits & 0xFF)]
            guard entry & HuffmanTable.kindMask == HuffmanTable.literal else { return false }
            _ = take(Int(entry & 15))
            let symbol = Int(entry >> 16)
            var value: UInt8 = 0
            var times = 1
            switch symbol {
            case 16:
                guard index > 0 else { return false }
                value = lengths[index - 1]
                times = 3 + take(2)
            case 17: times = 3 + take(3)
            case 18: times = 11 + take(7)
            default: value = UInt8(symbol)
            }
            guard index + times <= lengths.count, !isOverrun else { return false }
            for _ in 0..<times {
                lengths[index] = value
                index += 1
            }
        }
        // A block that cannot end is none.
        guard lengths[256] > 0 else { return false }
        return build(literals: lengths[..<literalCount], distances: lengths[literalCount...])
    }

    private static func makeSymbols() -> [UInt32] {
        var entries = [UInt32](repeating: HuffmanTable.invalid, count: 288 + 32 + 19)
        for symbol in 0..<256 { entries[symbol] = HuffmanTable.literal | UInt32(symbol) << 16 }
        entries[256] = HuffmanTable.endOfBlock
        var base = 3
        for symbol in 257..<285 {
            let extra = max(0, (symbol - 261) / 4)
            entries[symbol] = HuffmanTable.base | UInt32(base) << 16 | UInt32(extra) << 4
            base += 1 << extra
        }
        entries[285] = HuffmanTable.base | 258 << 16
        base = 1
        for symbol in 0..<30 {
            let extra = max(0, symbol / 2 - 1)
            entries[288 + symbol] = HuffmanTable.base | UInt32(base) << 16 | UInt32(extra) << 4
            base += 1 << extra
        }
        for symbol in 0..<19 { entries[320 + symbol] = HuffmanTable.literal | UInt32(symbol) << 16 }
        return entries
    }
}
