/// A digest that signatures are made of (FIPS 180-4).
public enum DigestAlgorithm: Hashable, Sendable, CaseIterable {
    /// SHA-1: read where old files have it and called weak, never made.
    case sha1
    /// SHA-256.
    case sha256
    /// SHA-384.
    case sha384
    /// SHA-512.
    case sha512

    /// How many bytes a digest takes.
    public var size: Int {
        switch self {
        case .sha1: 20
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// What people call it, such as "SHA-256".
    public var name: String { oid.name }

    var oid: OID {
        switch self {
        case .sha1: .sha1
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }

    init?(_ oid: OID) {
        guard let found = Self.allCases.first(where: { $0.oid == oid }) else { return nil }
        self = found
    }

    /// The digest of some bytes.
    public func digest(of bytes: some Collection<UInt8>) -> [UInt8] { contentDigest(of: bytes).bytes }

    func contentDigest(of bytes: some Collection<UInt8>) -> ContentDigest {
        var digester = Digester(self)
        if bytes.withContiguousStorageIfAvailable({ digester.update(UnsafeRawBufferPointer($0)) }) == nil {
            Array(bytes).withUnsafeBytes { digester.update($0) }
        }
        return digester.contentDigest()
    }
}
