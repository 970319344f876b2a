import SwiftASN1
public import X509

/// What a certificate is used for.
public enum CertificatePurpose: Hashable, Sendable {
    /// Signing documents: digital signature or non-repudiation, where the key usage says anything; and, where there is an extended key
    /// usage, another purpose than those of servers and authorities alone (RFC 5280 §4.2.1.12).
    case documentSigning
    /// Signing timestamps: that and nothing else as extended key usage, which must be critical (RFC 3161 §2.3).
    case timestamping
    /// Signing OCSP responses for another certificate's issuer (RFC 6960 §4.2.2.2).
    case ocspSigning

    /// Why a certificate may not be used so, nil where it may.
    public func problem(_ certificate: Certificate) -> TrustProblem? {
        let name = certificate.subjectName
        let usage: KeyUsage?
        let extended: ExtendedKeyUsage?
        do {
            usage = try certificate.extensions.keyUsage
            extended = try certificate.extensions.extendedKeyUsage
        } catch {
            return TrustProblem(.malformed, "What the certificate of \(name) may be used for cannot be read.")
        }
        if let usage, !usage.digitalSignature && !usage.nonRepudiation {
            return TrustProblem(.usage, "The certificate of \(name) is not one for signatures, by its key usage.")
        }
        switch self {
        case .documentSigning:
            let foreign: [ExtendedKeyUsage.Usage] = [.serverAuth, .timeStamping, .ocspSigning]
            if let extended, !extended.isEmpty, extended.allSatisfy({ foreign.contains($0) }) {
                return TrustProblem(.usage, "The certificate of \(name) is not one for documents, by its extended key usage.")
            }
        case .timestamping:
            guard let extended, extended.count == 1, extended.contains(.timeStamping) else {
                return TrustProblem(.usage, "The certificate of \(name) is not one for timestamps alone.")
            }
            guard certificate.extensions[oid: .X509ExtensionID.extendedKeyUsage]?.critical == true else {
                return TrustProblem(.usage, "The certificate of \(name) does not say as critical that it is one for timestamps.")
            }
        case .ocspSigning:
            guard extended?.contains(.ocspSigning) == true else {
                return TrustProblem(.usage, "The certificate of \(name) is not one for OCSP responses.")
            }
        }
        return nil
    }
}
