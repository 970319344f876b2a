/// Collects big-endian numbers.
struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: UInt8) { bytes.append(value) }

    mutating func append(_ value: UInt16) {
        bytes.append(UInt8(value >> 8))
        bytes.append(UInt8(value & 0xff))
    }

    mutating func append(_ value: Float) {
        let bits = value.bitPattern
        for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8((bits >> shift) & 0xff)) }
    }
}

/// Takes big-endian numbers from bytes, never beyond their end.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func byte() throws(VerificationError) -> UInt8 {
        guard offset < bytes.count else { throw .truncated(at: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func uint16() throws(VerificationError) -> UInt16 {
        let high = UInt16(try byte())
        return high << 8 | UInt16(try byte())
    }

    /// A finite number of moderate size; anything else is malformed.
    mutating func float() throws(VerificationError) -> Float {
        let start = offset
        var bits: UInt32 = 0
        for _ in 0..<4 { bits = bits << 8 | UInt32(try byte()) }
        let value = Float(bitPattern: bits)
        guard value.magnitude <= 1e9 else { throw .malformed("a number that is not finite or too large", at: start) }
        return value
    }

    /// Throws unless everything was read.
    func end() throws(VerificationError) {
        guard offset == bytes.count else { throw .malformed("\(bytes.count - offset) bytes too many", at: offset) }
    }
}
