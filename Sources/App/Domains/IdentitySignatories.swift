import Documents
import Identity
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

/// What Documents needs to know of people, from Identity.
struct IdentitySignatories: Signatories {
    let directory: SignatoryDirectory

    func app(key: String) async throws -> SigningApp? {
        try await directory.app(key: key).map { SigningApp(id: $0.id, name: $0.name, source: $0.source) }
    }

    func requireEnabled(_ appID: String, in tx: any ReadTransaction) throws {
        try directory.requireEnabled(appID, in: tx)
    }

    func person(email: String, inApp appID: String, in tx: any ReadTransaction) throws -> Signatory? {
        try directory.person(email: email, inApp: appID, in: tx).map(Self.signatory)
    }

    func takeSave(of file: String, by personID: String, inApp appID: String, in tx: any WriteTransaction) throws -> Int? {
        try directory.takeSave(of: file, by: personID, inApp: appID, in: tx)
    }

    func person(_ id: String, in tx: any ReadTransaction) throws -> Signatory? {
        try directory.person(id, in: tx).map(Self.signatory)
    }

    private static func signatory(_ person: SignatoryDirectory.Person) -> Signatory {
        Signatory(
            id: person.id,
            isActive: person.isActive,
            name: person.name,
            companyName: person.companyName,
            position: person.position
        )
    }

    func signature(_ id: String, in tx: any ReadTransaction) throws -> GivenSignature? {
        try directory.signature(id, in: tx).map {
            GivenSignature(
                personID: $0.personID,
                appID: $0.appID ?? SigningApp.webAppID,
                similarity: $0.similarity,
                isMatch: $0.isMatch,
                refusal: $0.refusal,
                at: $0.at,
                application: $0.appID == nil ? "Paraph" : $0.application,
                circumstances: DocumentHistory.Circumstances(
                    clientTime: $0.clientTime,
                    latitude: $0.latitude,
                    longitude: $0.longitude,
                    country: $0.country,
                    countryCode: $0.countryCode,
                    city: $0.city,
                    address: $0.address,
                    deviceVersion: $0.deviceVersion,
                    osVersion: $0.osVersion
                )
            )
        }
    }

    func documentHash(ofSignature id: String, in tx: any ReadTransaction) throws -> String? {
        try directory.documentHash(ofSignature: id, in: tx)
    }

    func note(_ kind: ActivityKind, ofSignature id: String, about subject: ActivitySubject, in tx: any WriteTransaction) throws {
        try directory.note(kind, ofSignature: id, about: subject, in: tx)
    }

    func pictured(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> [String: Int] {
        try directory.pictured(signatureIDs, in: tx)
    }

    func picture(ofSignature id: String) async throws -> SignatoryPicture? {
        try await directory.picture(ofSignature: id).map {
            SignatoryPicture(bytes: $0.bytes, mediaType: $0.mediaType, orientation: $0.orientation)
        }
    }

    func drawn(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> Set<String> {
        try directory.drawn(signatureIDs, in: tx)
    }

    func drawings(ofSignatures ids: [String]) async throws -> [String: InkDrawing] {
        try await directory.drawings(ofSignatures: ids)
    }
}

extension IdentitySignatories: SealAuthorizations {
    func authorize(_ request: SealRequest, personID: String, memory: SealMemory?) async throws {
        let memory = memory.map { SignatoryDirectory.Memory(remembers: $0.remembers, remember: $0.remember) }
        try await directory.authorize(request, personID: personID, memory: memory)
    }

    func requireDevices(ofSignature id: String, personID: String, in tx: any ReadTransaction) throws {
        try directory.requireDevices(ofSignature: id, personID: personID, in: tx)
    }
}
