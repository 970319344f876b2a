/// An algorithm and its parameters (RFC 5280 §4.1.1.2).
struct AlgorithmIdentifier: Sendable {
    let oid: OID
    /// The parameters, nil where they are absent or NULL, which mean the same for all that is known here.
    let parameters: Element?

    init(_ element: Element, _ what: String) throws(TrustError) {
        guard element.tag == Tag.sequence else { throw TrustError(.malformed, "The algorithm in \(what) cannot be read.") }
        var reader = try element.reader(what)
        oid = try OID(try reader.next())
        let found = reader.isAtEnd ? nil : try reader.next()
        parameters = found?.tag == Tag.null ? nil : found
        try reader.finish()
    }

    /// An identifier with its parameters, as DER.
    static func der(_ oid: OID, _ parameters: [UInt8] = []) -> [UInt8] { DER.sequence(oid.der, parameters) }
}
