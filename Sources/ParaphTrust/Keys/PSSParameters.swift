/// The parameters of RSA-PSS (RFC 4055 §3.1).
struct PSSParameters: Hashable, Sendable {
    var hash = DigestAlgorithm.sha1
    var mask = DigestAlgorithm.sha1
    var salt = 20

    /// Those that signatures are made with: one digest throughout, and a salt as long as it.
    init(_ digest: DigestAlgorithm) {
        hash = digest
        mask = digest
        salt = digest.size
    }

    /// Reads them.
    ///
    /// - Throws: `unsupported` for a digest, a mask or a trailer that is unknown here.
    init(_ parameters: Element?) throws(TrustError) {
        let what = "the parameters of RSA-PSS"
        // They may be left out in a key, but not in a signature.
        guard let parameters else { throw TrustError(.missing, "\(what) are not there.") }
        var reader = try parameters.reader(what)
        if let element = try reader.optional(Tag.constructed(0)) { hash = try Self.digest(try Element(element.content, what), what) }
        if let element = try reader.optional(Tag.constructed(1)) {
            let generator = try AlgorithmIdentifier(try Element(element.content, what), what)
            guard generator.oid == .mgf1, let inner = generator.parameters else {
                throw TrustError(.unsupported, "The mask of RSA-PSS is by \(generator.oid.name), which is unknown here.")
            }
            mask = try Self.digest(inner, what)
        }
        if let element = try reader.optional(Tag.constructed(2)) { salt = try Number(try Element(element.content, what), what).value }
        if let element = try reader.optional(Tag.constructed(3)) {
            guard try Number(try Element(element.content, what), what).value == 1 else {
                throw TrustError(.unsupported, "The trailer of RSA-PSS is unknown here.")
            }
        }
        try reader.finish()
    }

    private static func digest(_ element: Element, _ what: String) throws(TrustError) -> DigestAlgorithm {
        let oid = try AlgorithmIdentifier(element, what).oid
        guard let digest = DigestAlgorithm(oid) else { throw TrustError(.unsupported, "\(oid.name) in \(what) is unknown here.") }
        return digest
    }

    /// Whether they are those that signatures are made with.
    var areUsual: Bool { self == PSSParameters(hash) }
}
