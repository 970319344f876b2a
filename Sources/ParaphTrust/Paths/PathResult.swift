public import X509

/// Whether a certificate can be trusted, and why.
public struct PathResult: Sendable {
    /// Whether it can be trusted.
    public enum Trust: Hashable, Sendable {
        /// A chain that keeps all rules leads to a trusted certificate.
        case trusted
        /// It ends elsewhere, or breaks a rule, or something was revoked.
        case untrusted
        /// A certificate is missing on the way, or nothing is trusted.
        case unknown
    }

    /// Whether it can be trusted; revocation that nothing is known about does not change that, see ``revocation``.
    public internal(set) var trust: Trust
    /// The certificates from the one that was asked about up, as far as they are known.
    public internal(set) var chain: [Certificate]
    /// What is known about the revocation of each; as many as the chain has, where it leads to a trusted certificate, else none.
    public internal(set) var revocation: [RevocationStatus] = []
    /// What a person should know.
    public internal(set) var problems: [TrustProblem] = []

    /// Whether there is an answer about each certificate that needs one.
    public var isRevocationKnown: Bool {
        !revocation.isEmpty && revocation.allSatisfy { if case .unknown = $0 { false } else { true } }
    }
}
