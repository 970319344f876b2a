#if canImport(Security)
import Crypto
import Foundation
import Security

/// The certificates of which a server's chain must hold one, beside being trusted by the system.
///
/// Pin the authority that issues the server's certificates, and the one that would issue them next, rather than the server's own certificate,
/// which changes every few weeks: an app whose pins are out of date reaches nothing until it is updated.
public struct CertificatePins: Sendable {
    private let digests: Set<[UInt8]>

    /// Pins certificates by SHA-256 of their DER form, 32 bytes each: `openssl x509 -outform der | openssl dgst -sha256`.
    public init(sha256 digests: some Sequence<[UInt8]>) {
        self.digests = Set(digests)
    }

    static let refusal = TransportError(isUnsent: true, message: "the server shows none of the pinned certificates")

    /// How a server's certificate is answered: by the system alone where there are no pins.
    static func answer(
        _ challenge: URLAuthenticationChallenge,
        _ pins: CertificatePins?
    ) -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let pins, challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust else {
            return (.performDefaultHandling, nil)
        }
        guard let trust = challenge.protectionSpace.serverTrust, pins.accepts(trust) else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
    }

    func accepts(_ trust: SecTrust) -> Bool {
        guard SecTrustEvaluateWithError(trust, nil), let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate] else {
            return false
        }
        return chain.contains { digests.contains(Array(SHA256.hash(data: SecCertificateCopyData($0) as Data))) }
    }
}
#endif
