public import ParaphStorage
public import ServerKit

extension IdentityDomain {
    /// Templates, places, pictures, contacts of apps, and what stood in the clear of people.
    public static func reseal(_ resealing: DomainResealing) async throws -> [(what: String, report: Resealing.Report)] {
        let (keys, database, time) = (resealing.keys, resealing.database, resealing.time)
        let people = try await sealProfiles(by: keys, in: database, time: time)
        let contacts = try await AppStore.sealContacts(by: keys, in: database, time: time)
        let photos = PhotoStore(blobs: resealing.blobs, database: database, keys: keys, time: time)
        return [
            ("profiles", people),
            ("contacts", contacts),
            (
                "templates",
                try await keys.reseal(TemplateStore.resealing, in: database, note: AuditStore.counting(.templatesResealed, by: time))
            ),
            ("places", try await keys.reseal(PlaceStore.resealing, in: database, note: AuditStore.counting(.placesResealed, by: time))),
            ("photos", try await photos.reseal(note: AuditStore.counting(.photosResealed, by: time))),
        ].compactMap { what, report in report.map { (what, $0) } }
    }

    /// Seals what stood in the clear of people before, and notes it in the ledger.
    ///
    /// Whoever's key is missing stays as they are, and is tried again at the next start.
    /// - Returns: What became of the people; `nil` where there was nothing left to do.
    @discardableResult
    public static func sealProfiles(by keys: KeyRing, in database: any Database, time: any TimeSource) async throws -> Resealing.Report? {
        let report = try await PersonStore.sealEarlier(keys: keys, in: database) { count, earlierForm, tx in
            let details = ["count": "\(count)"].merging(earlierForm > 0 ? ["earlierForm": "\(earlierForm)"] : [:]) { $1 }
            try AuditStore.append(.profilesSealed, actor: "system", subject: nil, details: details, at: time.now(), in: tx)
        }
        return report.resealed + report.unreadable > 0 ? report : nil
    }
}
