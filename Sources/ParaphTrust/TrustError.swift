/// Why a key, a certificate or a signed message could not be read or made.
public struct TrustError: Error, Sendable {
    /// What is wrong.
    public enum Code: Hashable, Sendable {
        /// The bytes break the syntax of what they are to be (DER, PEM, PKCS #12).
        case malformed
        /// Something that must be there is not.
        case missing
        /// A size, count or depth is above the limits.
        case tooLarge
        /// An algorithm or version that this code does not know, or does not use any more.
        case unsupported
        /// The password does not open the key.
        case password
        /// Two things that must belong together do not, such as a key and its certificate.
        case mismatch
        /// A service that was asked (a timestamp authority, a signer far away) refused or did not answer.
        case refused
    }

    /// What is wrong.
    public var code: Code
    /// What was being read or made, and what to do where that is known; never a secret.
    public var detail: String
    /// What led to it.
    public var cause: (any Error)?

    /// Makes an error that says what is wrong and where.
    public init(_ code: Code, _ detail: String, cause: (any Error)? = nil) {
        self.code = code
        self.detail = detail
        self.cause = cause
    }
}

extension TrustError: CustomStringConvertible {
    /// What is wrong, as a sentence.
    public var description: String { detail }
}
