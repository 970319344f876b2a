/// Why a passkey's statement is not believed.
///
/// Clauses are those of Web Authentication Level 2 (W3C Recommendation, 8 April 2021).
public struct PasskeyError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong.
    public let code: Code
    /// What was found and what is right, in English, with the clause; holds no secrets and no personal data.
    public let detail: String

    /// The kinds of refusal.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The bytes are not what the standard lays out, or exceed a limit.
        case malformed
        /// The statement is of the other ceremony.
        case type
        /// The statement answers another challenge.
        case challenge
        /// The page was another site's, or stood in a frame of one.
        case origin
        /// The key was made for another site.
        case relyingParty
        /// The authenticator was not touched.
        case userPresence
        /// The authenticator did not make sure who touched it.
        case userVerification
        /// The key is of a kind that is not taken, or is no key.
        case algorithm
        /// The key's origin is attested in a form that was not asked for, or wrongly.
        case attestation
        /// The key belongs to another account.
        case user
        /// The key did not sign this.
        case signature
        /// The key's counter went back: there may be a copy of it.
        case counter
    }

    init(_ code: Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }

    public var description: String { "\(code.rawValue): \(detail)" }
}
