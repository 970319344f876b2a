/// Reads big-endian numbers from bytes and never past their end.
struct ByteReader {
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8], at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    var remaining: Int { bytes.count - position }

    mutating func skip(_ count: Int) throws(FormatError) {
        guard count >= 0, count <= remaining else { throw truncated() }
        position += count
    }

    mutating func byte() throws(FormatError) -> UInt8 {
        guard position < bytes.count else { throw truncated() }
        defer { position += 1 }
        return bytes[position]
    }

    /// A big-endian number of 1 to 4 bytes.
    mutating func integer(bytes count: Int) throws(FormatError) -> Int {
        guard count <= remaining else { throw truncated() }
        var value = 0
        for offset in 0..<count { value = value << 8 | Int(bytes[position + offset]) }
        position += count
        return value
    }

    func truncated() -> FormatError {
        FormatError(.truncated, "The data end too soon; send the whole file.", at: .byte(bytes.count))
    }
}

extension [UInt8] {
    /// Appends a number in big-endian order; bits beyond `count` bytes are dropped.
    mutating func append(_ value: Int, bytes count: Int) {
        for shift in stride(from: (count - 1) * 8, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    /// Whether these bytes begin with others.
    func begin(with prefix: [UInt8], at offset: Int = 0) -> Bool {
        offset + prefix.count <= count && self[offset..<offset + prefix.count].elementsEqual(prefix)
    }
}
