import X509

/// How a list of revoked certificates and a responder's answer begin: what is signed, by which algorithm, and the signature.
struct SignedAnswer: Sendable {
    /// What is signed.
    let body: Element
    private let algorithm: AlgorithmIdentifier
    private let signature: ArraySlice<UInt8>
    private let what: String

    init(_ reader: inout ElementReader, _ what: String) throws(TrustError) {
        self.what = what
        body = try reader.next(Tag.sequence)
        algorithm = try AlgorithmIdentifier(try reader.next(Tag.sequence), what)
        let bits = try reader.next(Tag.bitString).content
        guard bits.first == 0 else { throw TrustError(.malformed, "The signature of \(what) is no whole octets.") }
        signature = bits.dropFirst()
    }

    /// Why it is not signed by a key, nil where it is.
    func obstacle(to key: Certificate.PublicKey) -> String? {
        guard let method = SignatureMethod(algorithm, digest: nil) else {
            return "The algorithm that signs \(what), \(algorithm.oid.name), is unknown here."
        }
        let isSigned = VerificationKey(key)?.verdict(signature, over: body.bytes, by: method) == .good
        return isSigned ? nil : "The signature of \(what) is wrong."
    }
}
