/// Something about a signature, a certificate or an answer that a person should know.
public struct TrustProblem: Hashable, Sendable {
    /// What kind of thing it is.
    public enum Code: Hashable, Sendable {
        /// The content is not what was signed.
        case contentChanged
        /// The signature does not belong to the certificate's key, or was altered.
        case signatureWrong
        /// The signed attributes lack something, say something twice or contradict the message.
        case attributesWrong
        /// The signed attributes name another certificate than the signer's.
        case certificateMismatch
        /// The signed attributes do not name the signer's certificate, as PAdES asks.
        case certificateNotNamed
        /// The signer's certificate is not there.
        case certificateMissing
        /// An algorithm that is unknown here; the detail names it.
        case unknownAlgorithm
        /// An algorithm or key that is too weak today; the detail names it.
        case weakAlgorithm
        /// Content is enclosed where the signature is to be detached, or the other way round.
        case contentForm
        /// There are several signers where one is usual.
        case severalSigners
        /// A certificate does not allow the use that is made of it.
        case usage
        /// A certificate was not valid at the time.
        case expired
        /// A certificate was revoked.
        case revoked
        /// Nothing says whether a certificate was revoked.
        case revocationUnknown
        /// No chain leads to a trusted certificate.
        case noChain
        /// A chain breaks a rule of RFC 5280; the detail says which.
        case chainInvalid
        /// Bytes cannot be read.
        case malformed
    }

    /// What kind of thing it is.
    public let code: Code
    /// The matter in words, with names where there are any.
    public let detail: String

    /// Makes a problem.
    public init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
