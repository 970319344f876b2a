public import ParaphStorage
public import ServerKit

extension DocumentsDomain {
    /// The private keys of certificates, and the names of kept documents.
    public static func reseal(_ resealing: DomainResealing) async throws -> [(what: String, report: Resealing.Report)] {
        let (keys, database, time) = (resealing.keys, resealing.database, resealing.time)
        return [
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
