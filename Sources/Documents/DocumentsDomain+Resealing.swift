public import ParaphStorage
public import ServerKit

extension DocumentsDomain {
    /// Gives keys of their own to what their holders' keys sealed before, once for an instance, and notes it in the ledger: the private keys
    /// of certificates, and the names of kept documents.
    ///
    /// - Returns: What became of those that were not done before, by what they are.
    public static func reseal(by keys: KeyRing, in database: any Database, time: any TimeSource) async throws
        -> [(what: String, report: Resealing.Report)]
    {
        [
            (
                "certificates",
                try await keys.reseal(AuthorityStore.resealing, in: database, note: AuditStore.counting(.certificatesResealed, by: time))
            ),
            (
                "document names",
                try await keys.reseal(KeptSeals.resealing, in: database, note: AuditStore.counting(.documentNamesResealed, by: time))
            ),
        ].compactMap { what, report in report.map { (what, $0) } }
    }
}

extension AuditStore.Action {
    static let certificatesResealed = Self(rawValue: "certificatesResealed")
    static let documentNamesResealed = Self(rawValue: "documentNamesResealed")
}
