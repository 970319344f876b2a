import ParaphStorage
import ParaphWire
import ServerKit

/// What a person is shown of themselves.
enum PersonView {
    /// The person as the API tells them.
    static func person(_ person: PersonRecord, keys: KeyRing, in tx: any ReadTransaction) throws -> Person {
        let template = try TemplateStore.find(TemplatePlace(personID: person.id), in: tx)
        return Person(
            id: person.id,
            email: person.email.text,
            isEmailProved: person.emailProved,
            username: person.username?.text,
            profile: person.profile,
            language: person.language.rawValue,
            hasPhoto: person.photo != nil,
            hasPlace: try PlaceStore.contains(person.id, in: tx),
            tellsCircumstances: try CircumstanceConsentStore.isGiven(by: person.id, in: tx),
            signature: SignatureStatus(
                isEnrolled: template != nil,
                createdAt: template?.createdAt,
                referenceCount: template?.referenceCount,
                complexity: try template.flatMap { try TemplateStore.complexity(of: $0, keys: keys, in: tx) },
                isDrawnByTouch: template?.touch
            ),
            consent: try ConsentStore.current(of: person.id, in: tx),
            recoveryCodesLeft: try RecoveryStore.remaining(of: person.id, in: tx),
            createdAt: person.createdAt
        )
    }

    /// The sessions of a person; tokens that administrators made are not among them.
    static func sessions(of personID: String, currentID: String?, at now: Timestamp, in tx: any ReadTransaction) throws -> [Session] {
        let names = Dictionary(uniqueKeysWithValues: try DeviceStore.list(of: personID, in: tx).map { ($0.id, $0.name) })
        return try SessionStore.list(of: personID, at: now, in: tx).filter { $0.kind != .accessToken }.map { session in
            Session(
                id: session.id,
                deviceId: session.deviceID,
                deviceName: session.deviceID.flatMap { names[$0] },
                createdAt: session.createdAt,
                lastUsedAt: session.lastUsedAt,
                expiresAt: session.expiresAt,
                isCurrent: session.id == currentID
            )
        }
    }
}
