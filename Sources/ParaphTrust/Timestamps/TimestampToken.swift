#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a timestamp authority signed: that bytes with some digest were there at some time (RFC 3161 §2.4.2).
public struct TimestampToken: Sendable {
    static let what = "the timestamp"

    /// The bytes, with definite lengths.
    public let der: [UInt8]
    /// The signature, with the certificates that travel with it.
    public let signedData: SignedData
    /// When it was, by the authority's clock.
    public let time: Date
    /// How exact that is, in seconds, where the authority says it.
    public let accuracy: Double?
    /// The digest that the time belongs to.
    public let imprint: [UInt8]
    /// What made the imprint; nil where it is unknown here.
    public let imprintAlgorithm: DigestAlgorithm?
    /// What made the imprint, in words.
    public let imprintAlgorithmName: String
    /// The number that the authority gave it.
    public let serial: [UInt8]
    /// The authority's policy, with dots.
    public let policy: String
    /// The number that was sent with the request, without leading zeros; nil where there was none.
    public let nonce: [UInt8]?
    /// Why it cannot be judged; nil where it can.
    let obstacle: String?

    /// Reads a token; zeros may follow, as they do in a PDF.
    ///
    /// - Throws: `malformed`, `missing`, `tooLarge`, or `unsupported` where it is no timestamp.
    public init(der bytes: [UInt8]) throws(TrustError) {
        let signedData = try SignedData(der: bytes)
        guard signedData.type == .timestampInfo, let content = signedData.enclosedContent else {
            throw TrustError(.unsupported, "The signed data are no timestamp, their type is \(signedData.contentType).")
        }
        self.signedData = signedData
        der = signedData.der
        let what = Self.what
        var reader = try Element(content[...], what).reader(what)
        guard try Number(try reader.next(Tag.integer), what).value == 1 else {
            throw TrustError(.unsupported, "The timestamp is not of version 1.")
        }
        policy = "\(try OID(try reader.next(Tag.oid)))"
        var message = try reader.next(Tag.sequence).reader(what)
        let algorithm = try AlgorithmIdentifier(try message.next(Tag.sequence), what)
        imprintAlgorithm = DigestAlgorithm(algorithm.oid)
        imprintAlgorithmName = algorithm.oid.name
        imprint = Array(try message.next(Tag.octetString).content)
        serial = Array(try reader.next(Tag.integer).content)
        time = try Moment.date(try reader.next(Tag.generalizedTime), what)
        accuracy = if let element = try reader.optional(Tag.sequence) { try Self.seconds(element) } else { nil }
        _ = try reader.optional(Tag.boolean)
        nonce = try reader.optional(Tag.integer).map { Array($0.content.drop { $0 == 0 }) }
        _ = try reader.optional(Tag.constructed(0))
        var obstacle: String?
        if let box = try reader.optional(Tag.constructed(1)) {
            for one in try box.elements(what, limit: 32) {
                let (type, critical, _) = try CertificateExtension.parts(one, what)
                if critical { obstacle = "The timestamp has a critical extension, \(type), that is unknown here." }
            }
        }
        self.obstacle = obstacle
        try reader.finish()
    }

    /// Accuracy: seconds, milliseconds, microseconds, each of which may be left out.
    private static func seconds(_ element: Element) throws(TrustError) -> Double {
        var reader = try element.reader(what)
        var total = 0.0
        if let whole = try reader.optional(Tag.integer) { total += Double(try Number(whole, what).value) }
        if let milli = try reader.optional(Tag.context(0)) { total += Double(try Number(milli, what).value) / 1e3 }
        if let micro = try reader.optional(Tag.context(1)) { total += Double(try Number(micro, what).value) / 1e6 }
        return total
    }

    /// Whether it is a timestamp of some bytes; false where its digest is unknown here.
    public func imprintMatches(_ bytes: some Collection<UInt8>) -> Bool {
        imprintAlgorithm.map { $0.digest(of: bytes) == imprint } ?? false
    }
}
