import SwiftASN1
public import X509

/// What a certificate is used for.
public enum CertificatePurpose: Hashable, Sendable {
    /// Signing documents: digital signature or non-repudiation, where the key usage says anything.
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
            return nil
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
