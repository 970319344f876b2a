public import ParaphStorage
public import ServerKit

extension IdentityDomain {
    /// Gives keys of their own to what people's keys sealed before, once for an instance, and notes it in the ledger: templates, places,
    /// codes and pictures.
    ///
    /// - Returns: What became of those that were not done before, by what they are.
    public static func reseal(by keys: KeyRing, blobs: any BlobStore, in database: any Database, time: any TimeSource) async throws
        -> [(what: String, report: Resealing.Report)]
    {
        let photos = PhotoStore(blobs: blobs, database: database, keys: keys, time: time)
        return [
            (
                "templates",
                try await keys.reseal(TemplateStore.resealing, in: database, note: AuditStore.counting(.templatesResealed, by: time))
            ),
            ("places", try await keys.reseal(PlaceStore.resealing, in: database, note: AuditStore.counting(.placesResealed, by: time))),
            (
                "codes",
                try await keys.reseal(RegistrationStore.resealing, in: database, note: AuditStore.counting(.codesResealed, by: time))
            ),
            ("photos", try await photos.reseal(note: AuditStore.counting(.photosResealed, by: time))),
        ].compactMap { what, report in report.map { (what, $0) } }
    }
}
