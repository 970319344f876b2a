/// A place in the bytes; after a failure, of which the first is kept, everything read is 0.
struct InkReader {
    private let bytes: [UInt8]
    private(set) var offset = 0
    private(set) var failure: InkError?

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    @inline(never)
    mutating func fail(_ code: InkError.Code, at position: Int) {
        if failure == nil { failure = InkError(code, position: position) }
        offset = bytes.count
    }

    @inline(never)
    mutating func byte() -> UInt8 {
        guard offset < bytes.count else {
            fail(.truncated, at: offset)
            return 0
        }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func word() -> UInt32 {
        var word: UInt32 = 0
        for _ in 0..<4 { word = word >> 8 | UInt32(byte()) << 24 }
        return word
    }

    /// A number of at most eight bytes, thus below 2⁵⁶.
    @inline(never)
    mutating func number() -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while shift < 56 {
            let byte = byte()
            number |= UInt64(byte & 0x7F) << shift
            if byte == 0, shift > 0 { break }
            if byte < 0x80 { return number }
            shift += 7
        }
        fail(.malformed, at: offset - 1)
        return 0
    }

    /// A number with its sign.
    mutating func signed() -> Int64 {
        let number = number()
        return Int64(number >> 1) ^ -Int64(number & 1)
    }

    /// A count that is within the limit and that the bytes left can hold, or 0 after a failure.
    @inline(never)
    mutating func count(atMost limit: Int, smallest: Int) -> Int {
        let start = offset
        let number = number()
        if number == 0 { fail(.empty, at: start) }
        if number > UInt64(max(0, limit)) { fail(.tooLarge, at: start) }
        if number > UInt64((bytes.count - offset) / smallest) { fail(.truncated, at: bytes.count) }
        return failure == nil ? Int(number) : 0
    }
}
