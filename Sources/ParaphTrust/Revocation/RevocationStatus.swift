#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is known about a certificate's revocation at some time.
public enum RevocationStatus: Hashable, Sendable {
    /// An answer that is fresh enough says that it was not revoked.
    case good
    /// It was revoked by then.
    case revoked(at: Date, reason: RevocationReason?)
    /// No answer that can be used says anything; the text tells why where there were answers.
    case unknown(String)
    /// No answer is needed: it is trusted itself.
    case notNeeded
}

/// Why a certificate was revoked (RFC 5280 §5.3.1).
public enum RevocationReason: Int, Sendable {
    /// No reason is given.
    case unspecified = 0
    /// The key may be compromised.
    case keyCompromise = 1
    /// The authority's key may be compromised.
    case authorityCompromise = 2
    /// The person's name or organisation changed.
    case affiliationChanged = 3
    /// There is a newer certificate.
    case superseded = 4
    /// It is not needed any more.
    case cessationOfOperation = 5
    /// It does not count for a while.
    case hold = 6
    /// It is good again; only in lists of changes.
    case removed = 8
    /// The person may not do any more what it allows.
    case privilegeWithdrawn = 9
    /// The attribute authority's key may be compromised.
    case attributeAuthorityCompromise = 10
}
