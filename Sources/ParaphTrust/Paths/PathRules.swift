import SwiftASN1
@_spi(FixedExpiryValidationTime) import X509

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rules that a chain must keep (RFC 5280 §6.1).
enum PathRules {
    /// The extensions that are understood, here or in X509; a critical one that is not breaks the chain (RFC 5280 §4.2).
    private static let understood: Set<ASN1ObjectIdentifier> = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage, .X509ExtensionID.extendedKeyUsage,
        .X509ExtensionID.nameConstraints, .X509ExtensionID.subjectAlternativeName,
        // Certificate policies: every policy is accepted, so that nothing depends on them.
        [2, 5, 29, 32],
    ]

    /// What is wrong with a chain at some time.
    static func problems(_ chain: [Certificate], purpose: CertificatePurpose, at date: Date) async -> [TrustProblem] {
        var problems: [TrustProblem] = []
        for certificate in chain {
            let name = certificate.subjectName
            if date < certificate.notValidBefore {
                let begin = Moment.text(certificate.notValidBefore)
                problems.append(
                    TrustProblem(.expired, "The certificate of \(name) is valid from \(begin) on, not at \(Moment.text(date)).")
                )
            }
            if date > certificate.notValidAfter {
                problems.append(TrustProblem(.expired, "The certificate of \(name) expired at \(Moment.text(certificate.notValidAfter))."))
            }
            for one in certificate.extensions where one.critical && !understood.contains(one.oid) {
                problems.append(
                    TrustProblem(.chainInvalid, "The certificate of \(name) has a critical extension, \(one.oid), that is unknown here.")
                )
            }
        }
        if let leaf = chain.first, let problem = purpose.problem(leaf) { problems.append(problem) }
        for authority in chain.dropFirst() {
            if let usage = try? authority.extensions.keyUsage, !usage.keyCertSign {
                problems.append(TrustProblem(.usage, "The certificate of \(authority.subjectName) may not issue others."))
            }
        }
        if problems.isEmpty, chain.count > 1, await !keepsConstraints(chain, at: date) {
            problems.append(
                TrustProblem(
                    .chainInvalid,
                    "The chain breaks a constraint: who is an authority, how long chains may be, or which names it may issue."
                )
            )
        }
        return problems
    }

    /// What a person should know about algorithms on the way; the trusted certificate's own signature proves nothing.
    static func weaknesses(_ chain: [Certificate]) -> [TrustProblem] {
        var problems: [TrustProblem] = []
        for certificate in chain.dropFirst() {
            guard let bits = certificate.rsaBits, bits < 2048 else { continue }
            problems.append(TrustProblem(.weakAlgorithm, "The RSA key of \(certificate.subjectName) has only \(bits) bits."))
        }
        for certificate in chain.dropLast() where certificate.signatureAlgorithm == .sha1WithRSAEncryption {
            problems.append(TrustProblem(.weakAlgorithm, "The certificate of \(certificate.subjectName) is signed by SHA-1."))
        }
        return problems
    }

    /// Whether the constraints are kept that X509 judges: it is given this chain alone, so that it need not search.
    private static func keepsConstraints(_ chain: [Certificate], at date: Date) async -> Bool {
        guard let leaf = chain.first, let root = chain.last else { return false }
        var verifier = Verifier(rootCertificates: CertificateStore([root])) {
            UnderstandingPolicy(base: RFC5280Policy(fixedExpiryValidationTime: date), understood: Array(understood))
        }
        let answer = await verifier.validate(leaf: leaf, intermediates: CertificateStore(chain.dropFirst().dropLast()))
        guard case .validCertificate = answer else { return false }
        return true
    }
}

/// The policy of RFC 5280 for those who understand more extensions than X509 does.
private struct UnderstandingPolicy: VerifierPolicy {
    let base: RFC5280Policy
    let understood: [ASN1ObjectIdentifier]

    var verifyingCriticalExtensions: [ASN1ObjectIdentifier] { understood }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) async -> PolicyEvaluationResult {
        base.chainMeetsPolicyRequirements(chain: chain)
    }
}
