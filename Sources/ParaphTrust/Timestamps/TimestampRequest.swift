/// A request for a timestamp, and the reading of its answer (RFC 3161 §2.4).
public struct TimestampRequest: Sendable {
    /// The request, in DER.
    public let der: [UInt8]
    private let digest: [UInt8]
    private let algorithm: DigestAlgorithm
    private let nonce: [UInt8]

    /// Makes a request, with a number of its own and asking for the certificates.
    ///
    /// - Throws: `unsupported` where the digest is a SHA-1 or has not the algorithm's size.
    public init(digest: [UInt8], algorithm: DigestAlgorithm) throws(TrustError) {
        var generator = SystemRandomNumberGenerator()
        // A leading bit that is set keeps the number's length, a clear sign keeps it positive.
        let number = generator.next() as UInt64 >> 1 | 1 << 62
        try self.init(digest: digest, algorithm: algorithm, nonce: (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
    }

    /// Makes a request with a number that the caller chose, the most significant byte first.
    ///
    /// - Throws: `unsupported` where the digest is a SHA-1 or has not the algorithm's size.
    public init(digest: [UInt8], algorithm: DigestAlgorithm, nonce: [UInt8]) throws(TrustError) {
        guard algorithm != .sha1, digest.count == algorithm.size else {
            throw TrustError(.unsupported, "No timestamp is asked for a digest of \(digest.count) bytes by \(algorithm.name).")
        }
        self.digest = digest
        self.algorithm = algorithm
        self.nonce = nonce
        let imprint = DER.sequence(AlgorithmIdentifier.der(algorithm.oid, DER.null), DER.octets(digest))
        der = DER.sequence(DER.integer(1), imprint, DER.unsigned(nonce), DER.yes)
    }

    /// Reads an answer.
    ///
    /// - Throws: `refused` with the authority's words where it gives none; `mismatch` where the token is not the one asked for;
    ///   `malformed` and its like where it cannot be read or its signature is not whole.
    public func token(_ answer: [UInt8]) throws(TrustError) -> TimestampToken {
        let what = "the timestamp authority's answer"
        var reader = try Element(try Normaliser.definite(answer[...], what).element, what).reader(what)
        let information = try reader.next(Tag.sequence)
        var status = try information.reader(what)
        let code = try Number(try status.next(Tag.integer), what).value
        guard code == 0 || code == 1 else {
            var words: [String] = []
            if let text = try status.optional(Tag.sequence) {
                words = try text.elements(what, limit: 16).map { String(decoding: $0.content.prefix(200), as: UTF8.self) }
            }
            let saying = words.isEmpty ? "" : ": " + words.joined(separator: " ")
            throw TrustError(.refused, "The timestamp authority gives no timestamp (status \(code))\(saying).")
        }
        let token = try TimestampToken(der: Array(try reader.next(Tag.sequence).bytes))
        try token.check(digest: digest, algorithm: algorithm)
        guard token.nonce.map({ $0.elementsEqual(nonce.drop { $0 == 0 }) }) ?? false else {
            throw TrustError(.mismatch, "The timestamp answers another request: its number is another one.")
        }
        return token
    }
}
