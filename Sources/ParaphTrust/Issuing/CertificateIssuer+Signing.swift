extension CertificateIssuer {
    /// Signs what lists and answers say: the content, the algorithm and the signature.
    func signed(_ content: [UInt8], with further: [UInt8] = []) throws(TrustError) -> [UInt8] {
        let signature: [UInt8]
        do {
            signature = try key.signature(of: content)
        } catch {
            throw TrustError(.refused, "The authority's key did not sign.", cause: error)
        }
        return DER.sequence(content, try key.algorithm.identifier(), DER.element(Tag.bitString, [0] + signature), further)
    }
}
