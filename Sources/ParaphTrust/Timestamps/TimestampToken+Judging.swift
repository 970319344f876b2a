import X509

extension TimestampToken {
    /// Judges the authority's signature, and whether its certificate may sign timestamps (RFC 3161 §2.3, §2.4.2; RFC 5816).
    ///
    /// Trust in the certificate is for ``PathValidator`` to judge, with the purpose ``CertificatePurpose/timestamping``.
    public func judge() -> SignatureJudgement {
        guard let signer = signedData.signers.first else {
            var judgement = SignatureJudgement(algorithm: "none")
            judgement.fail(.signatureWrong, "Nobody signed the timestamp.")
            return judgement
        }
        var judgement = signer.judge(.enclosed)
        if signedData.signers.count != 1 {
            judgement.fail(.severalSigners, "The timestamp has \(signedData.signers.count) signers; it must have one.")
        }
        if !signer.hasSignedAttributes || !signer.namesCertificate {
            judgement.fail(.attributesWrong, "The timestamp does not name its signer's certificate.")
        }
        if imprintAlgorithm == nil {
            judgement.doubt(.unknownAlgorithm, "The timestamp's digest \(imprintAlgorithmName) is unknown here.")
        }
        if imprintAlgorithm == .sha1 {
            judgement.note(.weakAlgorithm, "The timestamp's digest is a SHA-1, which does not protect against forgery any more.")
        }
        if judgement.certificate == nil {
            judgement.doubt(.usage, "Whether the timestamp's signer may sign timestamps cannot be said.")
        }
        if let obstacle { judgement.doubt(.attributesWrong, obstacle) }
        if let certificate = judgement.certificate, let problem = CertificatePurpose.timestamping.problem(certificate) {
            judgement.fail(problem.code, problem.detail)
        }
        return judgement
    }

    /// Checks that the token is a whole one for a digest.
    ///
    /// - Throws: `mismatch` where it is for another digest or its signature is not whole, `unsupported` where that cannot be said.
    public func check(digest: [UInt8], algorithm: DigestAlgorithm) throws(TrustError) {
        guard imprintAlgorithm == algorithm, imprint == digest else {
            throw TrustError(.mismatch, "The timestamp is one of something else.")
        }
        let judgement = judge()
        guard judgement.integrity == .intact else {
            let words = judgement.problems.map(\.detail).joined(separator: " ")
            let code: TrustError.Code = judgement.integrity == .broken ? .mismatch : .unsupported
            throw TrustError(code, "The timestamp's signature is not whole. \(words)")
        }
    }
}
