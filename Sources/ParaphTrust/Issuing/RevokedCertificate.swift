#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A certificate that its authority has revoked.
public struct RevokedCertificate: Hashable, Sendable {
    /// The octets of its serial number.
    public var serial: [UInt8]
    /// When it was revoked.
    public var date: Date
    /// Why; nil where no reason is given.
    public var reason: RevocationReason?

    /// Notes a revocation.
    public init(serial: [UInt8], date: Date, reason: RevocationReason?) {
        self.serial = serial
        self.date = date
        self.reason = reason
    }
}
