extension SignedData {
    /// The same with a timestamp of its signature (RFC 3161 appendix A, EN 319 122-1 §5.3), which is not covered by the signature.
    ///
    /// - Throws: `unsupported` where there is not exactly one signer, `mismatch` where the timestamp is not one of its signature.
    public func adding(signatureTimestamp token: TimestampToken) throws(TrustError) -> SignedData {
        let layout = try SignedDataLayout(der[...])
        guard signers.count == 1, let signer = signers.first else {
            throw TrustError(.unsupported, "A timestamp is added to a signature with one signer, not \(signers.count).")
        }
        guard token.imprintMatches(signer.signature) else {
            throw TrustError(.mismatch, "The timestamp is not one of this signature.")
        }
        var attributes: [[UInt8]] = []
        if let unsigned = signer.unsigned {
            var rest = ElementReader(unsigned.content, "the unsigned attributes")
            while !rest.isAtEnd { attributes.append(Array(try rest.next().bytes)) }
        }
        attributes.append(DER.sequence(OID.signatureTimestamp.der, DER.set([token.der])))
        let unsigned = DER.element(Tag.constructed(1), DER.sorted(attributes))
        let encoded = DER.element(Tag.sequence, Array(signer.upToSignature) + unsigned)
        let body = DER.element(Tag.sequence, Array(layout.beforeSigners) + DER.set([encoded]))
        return try SignedData(der: DER.sequence(OID.signedData.der, DER.element(Tag.constructed(0), body)))
    }
}
