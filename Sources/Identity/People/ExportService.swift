import ParaphStorage
import ParaphWire
import ServerKit

/// Gathers everything that is kept of a person.
struct ExportService: Sendable {
    let environment: IdentityEnvironment

    /// The export; what is sealed is opened.
    func export(approval: String?, by caller: SessionCaller) async throws -> ExportDocument {
        let personID = caller.personID
        let hasPhoto = try await environment.database.read { [keys = environment.keys] tx in
            try PersonService.find(personID, keys: keys, in: tx).photo != nil
        }
        // A picture that is lost must not keep the rest from its person.
        let photo = hasPhoto ? try? await PersonService(environment: environment).photo(of: personID).bytes : nil
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let (stepUp, keys) = (StepUp(environment: environment), environment.keys)
            return try stepUp.perform(.exportData, by: caller, approval: approval, at: now, in: tx) { _, _ in
                ExportDocument(
                    head: try gather(
                        personID,
                        photo: photo,
                        for: caller,
                        at: now,
                        keys: keys,
                        in: tx
                    ),
                    others: try environment.people.export(of: personID, in: tx),
                    personID: personID,
                    environment: environment
                )
            }
        }
    }

    /// What is read in one transaction; the long lists come after it, page by page.
    func gather(
        _ personID: String,
        photo: [UInt8]?,
        for caller: SessionCaller,
        at now: Timestamp,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> PersonExport {
        let templates = try tx.rows("SELECT * FROM template WHERE personId = \(personID) ORDER BY createdAt").map(TemplateRecord.init)
        let person = try PersonService.find(personID, keys: keys, in: tx)
        return PersonExport(
            exportedAt: now,
            person: try PersonView.person(person, keys: keys, in: tx),
            photo: photo.map(Base64URL.init),
            place: try PlaceStore.find(of: personID, keys: keys, in: tx),
            phone: try PhoneService(environment: environment).standing(of: person, in: tx),
            devices: try DeviceStore.list(of: personID, in: tx).map { $0.wire(currentDeviceID: caller.deviceID) },
            passkeys: try PasskeyStore.list(of: personID, in: tx).map(\.wire),
            sessions: try PersonView.sessions(of: personID, currentID: caller.sessionID, at: now, in: tx),
            accesses: try GrantStore.accesses(of: personID, at: now, in: tx),
            subjects: try SubjectStore.all(of: personID, in: tx),
            apps: try AppGrantService.grants(of: personID, at: now, keys: keys, in: tx),
            registeredApps: try AppStore.list(ownedBy: personID, in: tx).map { try AppStore.wire($0, keys: keys, in: tx) },
            requests: try ClientRequestStore.all(of: personID, keys: keys, in: tx).map { $0.wire(at: now) },
            handOvers: try HandOverStore.all(of: personID, keys: keys, in: tx).map { handOver in
                try HandOverService(environment: environment).wire(handOver, to: caller, at: now, in: tx)
            },
            blockedPrograms: try RequestBlockStore.programs(of: personID, in: tx),
            requestCode: RequestCodeStatus(setAt: try RequestCodeStore.setAt(of: personID, in: tx)),
            consents: try ConsentStore.all(of: personID, in: tx),
            templates: try templates.map { template in
                let bytes = try TemplateStore.open(template, keys: keys, in: tx)
                return PersonExport.Template(
                    createdAt: template.createdAt,
                    appId: template.place.appID,
                    referenceCount: template.referenceCount,
                    complexity: TemplateStore.complexity(bytes),
                    data: Base64URL(bytes)
                )
            }
        )
    }
}
