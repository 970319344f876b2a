import X509

extension SignatureJudgement {
    /// Judges a bare RSA signature, as old PDFs have it (subfilter adbe.x509.rsa_sha1, ISO 32000-1 §12.8.3.2).
    ///
    /// - Parameters:
    ///   - contents: an OCTET STRING with the signature; zeros may follow.
    ///   - certificate: the signer's certificate, in DER, as it stands beside the signature.
    ///   - digest: the digest of what is signed, by SHA-1 unless the file says otherwise.
    /// - Returns: what it turned out to be; indeterminate where something cannot be read.
    public static func bare(_ contents: [UInt8], certificate: [UInt8], digest: ContentDigest) -> SignatureJudgement {
        let method = SignatureMethod(.rsaPKCS1(digest.algorithm))
        var judgement = SignatureJudgement(algorithm: method.algorithm.name)
        judgement.note(.certificateNotNamed, "Nothing signed names the signer's certificate.")
        if digest.algorithm == .sha1 { judgement.note(.weakAlgorithm, "SHA-1 does not protect against forgery any more.") }
        var reader = ElementReader(contents[...], "the signature")
        let embedded: EmbeddedCertificate
        let signature: ArraySlice<UInt8>
        do {
            signature = try reader.next(Tag.octetString).content
            embedded = try EmbeddedCertificate(certificate[...])
        } catch {
            judgement.doubt(.malformed, error.detail)
            return judgement
        }
        if !reader.rest.allSatisfy({ $0 == 0 }) {
            judgement.note(.malformed, "Bytes that are no padding follow the signature; nobody signed them.")
        }
        judgement.certificate = try? embedded.certificate.get()
        guard let key = VerificationKey(embedded.fields) else {
            let name = embedded.fields.keyAlgorithm.oid.name
            judgement.doubt(.unknownAlgorithm, "The signer's key, which is one of \(name), is of a kind that is unknown here.")
            return judgement
        }
        if let bits = key.rsaBits, bits < 2048 { judgement.note(.weakAlgorithm, "The signer's RSA key has only \(bits) bits.") }
        if key.verdict(signature, over: digest, by: method) != .good {
            judgement.fail(.signatureWrong, "The signature is not one by the certificate's key over what is signed.")
        }
        return judgement
    }
}
