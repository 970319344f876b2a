public import X509

/// A request to a responder of ours (RFC 6960 §4.1).
public struct OCSPQuery: Sendable {
    /// The longest request that is read, in bytes.
    public static let sizeLimit = 8 << 10
    /// How many certificates one request may ask about.
    public static let countLimit = 16
    private static let what = "the OCSP request"

    /// One certificate that is asked about.
    struct Item: Sendable {
        let identifier: OCSPCertificateID
        /// The identifier as it was sent, to be repeated in the answer.
        let der: [UInt8]
    }

    let items: [Item]
    /// The number to be repeated, with its extension's value as it was sent; nil where none of a length that is repeated was sent.
    let nonce: [UInt8]?

    /// The serial numbers that are asked about, in the order of the request.
    public var serials: [[UInt8]] { items.map { Array($0.identifier.serial.drop { $0 == 0 }) } }

    /// Whether it asks about a certificate of an authority.
    public func asks(about authority: Certificate) -> Bool {
        guard let fields = try? authority.fields() else { return false }
        return items.contains { $0.identifier.names(issuer: fields) }
    }

    /// Reads a request.
    ///
    /// - Throws: `malformed`, `missing`, `tooLarge`, or `unsupported` where it has a critical extension that is unknown here.
    public init(der: [UInt8]) throws(TrustError) {
        let what = Self.what
        guard der.count <= Self.sizeLimit else { throw TrustError(.tooLarge, "The OCSP request is larger than \(Self.sizeLimit) bytes.") }
        var outer = try Element(der[...], what).reader(what)
        var reader = try outer.next(Tag.sequence).reader(what)
        // The signature of a request, if there is one, tells nothing that matters here.
        _ = try outer.optional(Tag.constructed(0))
        try outer.finish()
        if let version = try reader.optional(Tag.constructed(0)) {
            guard try Number(try Element(version.content, what), what).value == 0 else {
                throw TrustError(.unsupported, "The OCSP request is not of version 1.")
            }
        }
        _ = try reader.optional(Tag.constructed(1))
        var items: [Item] = []
        for one in try reader.next(Tag.sequence).elements(what, limit: Self.countLimit) {
            var inner = try one.reader(what)
            let element = try inner.next(Tag.sequence)
            items.append(Item(identifier: try OCSPCertificateID(element, what), der: Array(element.bytes)))
            if let box = try inner.optional(Tag.constructed(0)) { _ = try Self.nonce(box) }
            try inner.finish()
        }
        guard !items.isEmpty else { throw TrustError(.missing, "The OCSP request asks about no certificate.") }
        self.items = items
        nonce = if let box = try reader.optional(Tag.constructed(2)) { try Self.nonce(box) } else { nil }
        try reader.finish()
    }

    /// The value of the extension that numbers a request; others must not be critical.
    private static func nonce(_ box: Element) throws(TrustError) -> [UInt8]? {
        var nonce: [UInt8]?
        for one in try Element(box.content, what).elements(what, limit: 16) {
            let (type, critical, value) = try CertificateExtension.parts(one, what)
            if type == .ocspNonce {
                // RFC 8954 §2.1: 1 to 32 octets; longer ones are not repeated.
                guard let number = try? Element(value, what), number.tag == Tag.octetString, (1...32).contains(number.content.count) else {
                    continue
                }
                nonce = Array(value)
            } else if critical {
                throw TrustError(.unsupported, "The OCSP request has a critical extension, \(type), that is unknown here.")
            }
        }
        return nonce
    }
}
