/// A public key as authenticators give it: COSE_Key (RFC 9052, section 7) with the parameters that WebAuthn asks for, and no others
/// (section 6.5.1.1).
public struct COSEKey: Hashable, Sendable {
    /// What a key signs with; the raw value is its COSE number.
    public enum Algorithm: Int, Hashable, Sendable, CaseIterable {
        /// ECDSA on P-256 with SHA-256; uncompressed points only (section 5.8.5).
        case es256 = -7
        /// Ed25519 (section 5.8.5).
        case edDSA = -8
        /// RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8812); 2048 to 4096 bits. What Windows Hello makes.
        case rs256 = -257
    }

    enum Parameters: Hashable, Sendable {
        case point(x: [UInt8], y: [UInt8])
        case edwards([UInt8])
        case rsa(modulus: [UInt8], exponent: [UInt8])
    }

    let parameters: Parameters

    /// What the key signs with.
    public var algorithm: Algorithm {
        switch parameters {
        case .point: .es256
        case .edwards: .edDSA
        case .rsa: .rs256
        }
    }

    /// Reads a key that was kept as ``encoded``.
    ///
    /// - Throws: ``PasskeyError`` of code `malformed` or `algorithm`.
    public init(_ encoded: [UInt8]) throws(PasskeyError) {
        try self.init(try CBORDecoder.decode(encoded[...]))
    }

    package init(_ value: CBORValue) throws(PasskeyError) {
        guard let type = value[1]?.integer, let number = value[3]?.integer else {
            throw PasskeyError(.malformed, "The key names no key type or no algorithm (section 6.5.1.1).")
        }
        guard let algorithm = Algorithm(rawValue: number) else {
            throw PasskeyError(.algorithm, "The algorithm \(number) is not taken; ES256, EdDSA and RS256 are (section 7.1, step 16).")
        }
        switch (algorithm, type) {
        case (.es256, 2):
            guard value.count == 5, value[-1]?.integer == 1, let x = value[-2]?.bytes, let y = value[-3]?.bytes, x.count == 32,
                y.count == 32
            else { throw Self.wrongParameters }
            parameters = .point(x: x, y: y)
        case (.edDSA, 1):
            guard value.count == 4, value[-1]?.integer == 6, let x = value[-2]?.bytes, x.count == 32 else { throw Self.wrongParameters }
            parameters = .edwards(x)
        case (.rs256, 3):
            guard value.count == 4, let modulus = value[-1]?.bytes, let exponent = value[-2]?.bytes,
                (256...512).contains(modulus.count), modulus.first.map({ $0 >= 0x80 }) == true,
                (1...4).contains(exponent.count), exponent.first != 0, exponent.last.map({ $0 & 1 == 1 }) == true, exponent != [1]
            else { throw Self.wrongParameters }
            parameters = .rsa(modulus: modulus, exponent: exponent)
        default:
            throw PasskeyError(.algorithm, "The key type \(type) does not go with the algorithm \(number) (RFC 9053, section 7).")
        }
    }

    private static let wrongParameters = PasskeyError(
        .algorithm,
        "The key's parameters are not exactly those of its algorithm (sections 5.8.5 and 6.5.1.1)."
    )

    /// The key in canonical CBOR, to be kept.
    public var encoded: [UInt8] {
        let algorithm = CBORValue.integer(algorithm.rawValue)
        return switch parameters {
        case .point(let x, let y): CBORValue.map([1: 2, 3: algorithm, -1: 1, -2: .bytes(x), -3: .bytes(y)]).encoded
        case .edwards(let x): CBORValue.map([1: 1, 3: algorithm, -1: 6, -2: .bytes(x)]).encoded
        case .rsa(let modulus, let exponent): CBORValue.map([1: 3, 3: algorithm, -1: .bytes(modulus), -2: .bytes(exponent)]).encoded
        }
    }
}

extension CBORValue: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) {
        self = .integer(value)
    }
}
