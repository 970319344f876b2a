public import X509

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Judges whether certificates can be trusted (RFC 5280 §6).
///
/// ```swift
/// let result = await PathValidator(anchors: trusted).validate(
///     signer, intermediates: signedData.certificates, at: timestamp.time, revocation: dss, purpose: .documentSigning)
/// ```
public struct PathValidator: Sendable {
    /// What is trusted; a signer's certificate may be among them.
    public let anchors: [Certificate]

    /// Trusts some certificates.
    public init(anchors: [Certificate]) { self.anchors = anchors }

    /// Judges a certificate.
    ///
    /// - Parameters:
    ///   - leaf: the certificate.
    ///   - intermediates: certificates that may lie between it and a trusted one.
    ///   - date: the time at which all must have been valid and not revoked: when a signature is known to have been there, or now.
    ///   - revocation: answers about revocation, with further certificates; nothing is fetched.
    ///   - purpose: what the certificate is used for.
    /// - Returns: what is found out; never an error, since what cannot be read or checked is not trusted.
    public func validate(
        _ leaf: Certificate,
        intermediates: [Certificate],
        at date: Date,
        revocation: RevocationMaterial = RevocationMaterial(),
        purpose: CertificatePurpose
    ) async -> PathResult {
        let others = intermediates + revocation.certificates.prefix(512).compactMap { try? Certificate(der: $0) }
        let builder = PathBuilder(from: leaf, anchors: anchors, intermediates: others)
        guard !builder.chains.isEmpty else { return dead(builder, leaf) }

        var best: PathResult?
        for chain in builder.chains {
            let problems = await PathRules.problems(chain, purpose: purpose, at: date)
            if best.map({ problems.count < $0.problems.count }) ?? true {
                best = PathResult(trust: problems.isEmpty ? .trusted : .untrusted, chain: chain, problems: problems)
            }
            if problems.isEmpty { break }
        }
        guard var result = best else { return dead(builder, leaf) }
        let weaknesses = PathRules.weaknesses(result.chain)
        // One forged certificate on the path is enough to pass for any subject.
        if !weaknesses.isEmpty, result.trust == .trusted { result.trust = .unknown }
        result.problems += weaknesses
        let evidence = RevocationEvidence(revocation, certificates: others)
        result.problems += evidence.unreadable.map { TrustProblem(.malformed, $0) }
        for (certificate, issuer) in zip(result.chain, result.chain.dropFirst()) {
            let status = evidence.status(of: certificate, issuer: issuer, at: date)
            result.revocation.append(status)
            let name = certificate.subjectName
            switch status {
            case .revoked(let time, let reason):
                result.trust = .untrusted
                let why = reason.map { " (\($0))" } ?? ""
                result.problems.append(TrustProblem(.revoked, "The certificate of \(name) was revoked at \(Moment.text(time))\(why)."))
            case .unknown(let why):
                result.problems.append(
                    TrustProblem(.revocationUnknown, "Whether the certificate of \(name) was revoked is not known. \(why)")
                )
            case .good, .notNeeded: break
            }
        }
        result.revocation.append(.notNeeded)
        return result
    }

    /// What there is to say where no chain leads to a trusted certificate.
    private func dead(_ builder: PathBuilder, _ leaf: Certificate) -> PathResult {
        let chain = builder.longest.isEmpty ? [leaf] : builder.longest
        let end = chain.last ?? leaf
        let isRoot = end.issuer == end.subject
        let words =
            if anchors.isEmpty {
                "No certificate is trusted."
            } else if isRoot {
                "The chain ends in \(end.subjectName), which is not trusted."
            } else {
                "The certificate of \(end.issuer), which issued that of \(end.subjectName), is not there."
            }
        return PathResult(
            trust: isRoot && !anchors.isEmpty ? .untrusted : .unknown,
            chain: chain,
            problems: [TrustProblem(.noChain, words)]
        )
    }
}
