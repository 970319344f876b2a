#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What one answer that may be used says about a certificate.
struct RevocationStatement {
    /// When the certificate was revoked and why, nil where it was not.
    let revoked: (date: Date, reason: RevocationReason?)?
    /// When the answer was made.
    let thisUpdate: Date
    /// When the next one is to be there by.
    let nextUpdate: Date?
    /// Whether the answer speaks about certificates that expired before it was made: those may have left a list.
    let coversExpired: Bool

    /// How long an answer counts that does not say so.
    private static let usualLife = 86_400.0
    /// How far clocks may differ.
    private static let clockTolerance = 300.0

    /// Whether the answer is about some time: it was made later, or is not outdated by then.
    func isFresh(at date: Date) -> Bool {
        let end = nextUpdate ?? thisUpdate.addingTimeInterval(Self.usualLife)
        return end.addingTimeInterval(Self.clockTolerance) >= date
    }

    /// What several answers say together about a certificate at some time.
    static func status(_ statements: [RevocationStatement], at date: Date, otherwise: String) -> RevocationStatus {
        var held: RevocationStatement?
        var good: RevocationStatement?
        for statement in statements {
            if let revoked = statement.revoked, revoked.date <= date {
                guard revoked.reason == .hold else { return .revoked(at: revoked.date, reason: revoked.reason) }
                if statement.thisUpdate > held?.thisUpdate ?? .distantPast { held = statement }
            } else if statement.isFresh(at: date), statement.coversExpired {
                if statement.thisUpdate > good?.thisUpdate ?? .distantPast { good = statement }
            }
        }
        // A certificate on hold is good again when a later answer does not list it.
        if let held, let revoked = held.revoked, good?.thisUpdate ?? .distantPast <= held.thisUpdate {
            return .revoked(at: revoked.date, reason: revoked.reason)
        }
        if good != nil { return .good }
        return .unknown(statements.isEmpty ? otherwise : "The answers are older than they may be.")
    }
}
