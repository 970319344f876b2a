public import ParaphStorage
public import ParaphWire
import ServerKit

extension DocumentsDomain {
    /// Gives keys of their own to what their holders' keys sealed before, once for an instance, and notes it in the ledger: the private keys
    /// of certificates, and the names of kept documents.
    ///
    /// - Returns: What became of those that were not done before, by what they are.
    public static func reseal(by keys: KeyRing, in database: any Database, at now: Timestamp) async throws
        -> [(what: String, report: Resealing.Report)]
    {
        [
            ("certificates", try await keys.reseal(AuthorityStore.resealing, in: database, note: entry(.certificatesResealed, at: now))),
            ("document names", try await keys.reseal(KeptSeals.resealing, in: database, note: entry(.documentNamesResealed, at: now))),
        ].compactMap { what, report in report.map { (what, $0) } }
    }

    private static func entry(_ action: AuditStore.Action, at now: Timestamp) -> @Sendable (Int, any WriteTransaction) throws -> Void {
        { count, tx in try AuditStore.append(action, actor: "system", subject: nil, details: ["count": "\(count)"], at: now, in: tx) }
    }
}

extension AuditStore.Action {
    static let certificatesResealed = Self(rawValue: "certificatesResealed")
    static let documentNamesResealed = Self(rawValue: "documentNamesResealed")
}
