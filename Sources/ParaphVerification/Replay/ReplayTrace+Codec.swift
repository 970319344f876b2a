/// Layout: version (1 byte), number of points (2 bytes, big endian), then x and y of each point (2 bytes each, big endian).
extension ReplayTrace {
    private static let version: UInt8 = 1

    /// The trace as bytes, at most 963.
    public func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.append(Self.version)
        writer.append(UInt16(count))
        for coordinate in coordinates { writer.append(coordinate) }
        return writer.bytes
    }

    /// Reads what ``encoded()`` wrote; anything else throws.
    public init(decoding bytes: [UInt8]) throws(VerificationError) {
        var reader = ByteReader(bytes)
        let version = try reader.byte()
        guard version == Self.version else { throw .unknownVersion(version) }
        let count = Int(try reader.uint16())
        guard count <= Self.maximumCount else { throw .malformed("a count of \(count) points", at: 1) }
        var coordinates: [UInt16] = []
        coordinates.reserveCapacity(2 * count)
        for _ in 0..<(2 * count) { coordinates.append(try reader.uint16()) }
        try reader.end()
        self.coordinates = coordinates
    }
}
