public import X509

/// What a signature turned out to be, whether or not its signer is trusted: whether the content is what was signed, by the key of the certificate.
///
/// It says nothing about trust in the certificate; ``PathValidator`` does.
public struct SignatureJudgement: Sendable {
    /// Whether content and signature are whole.
    public enum Integrity: Hashable, Sendable {
        /// The content is what was signed, and the certificate's key signed it.
        case intact
        /// Something was altered, or does not belong together.
        case broken
        /// It cannot be said: an algorithm is unknown or the certificate is missing. The problems name it.
        case indeterminate
    }

    /// Whether content and signature are whole.
    public internal(set) var integrity: Integrity = .intact
    /// The signer's certificate, where it travels with the signature and can be read.
    public internal(set) var certificate: Certificate?
    /// How it was signed, such as "RSA with SHA-256".
    public internal(set) var algorithm: String
    /// What a person should know.
    public internal(set) var problems: [TrustProblem] = []

    init(algorithm: String) { self.algorithm = algorithm }

    /// Says that something is altered.
    mutating func fail(_ code: TrustProblem.Code, _ detail: String) {
        integrity = .broken
        problems.append(TrustProblem(code, detail))
    }

    /// Says that something cannot be said.
    mutating func doubt(_ code: TrustProblem.Code, _ detail: String) {
        if integrity == .intact { integrity = .indeterminate }
        problems.append(TrustProblem(code, detail))
    }

    /// Says something that alters nothing.
    mutating func note(_ code: TrustProblem.Code, _ detail: String) { problems.append(TrustProblem(code, detail)) }
}
