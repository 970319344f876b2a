import Logging
public import ParaphInk
public import ParaphStorage
public import ParaphWire
import ServerKit
public import SignToLoginDialect

/// What other domains may know of the people who sign through apps and in the web app: who they are, and what they signed.
///
/// Everything that runs in a transaction takes the caller's, so that what is written hangs on what was read.
public struct SignatoryDirectory: Sendable {
    let environment: IdentityEnvironment

    /// An authenticated app.
    public struct App: SignToLoginApp, Hashable {
        public let id: String
        /// Its name, as people see it.
        public let name: String
        /// Under what its calls are counted.
        public let source: String
    }

    /// A person, as they call themselves now.
    public struct Person: Hashable, Sendable {
        public let id: String
        /// Whether the account works: an administrator may have disabled it.
        public let isActive: Bool
        public let name: String
        public let companyName: String?
        public let position: String?
    }

    /// A signature that was given for a document.
    public struct Signature: Hashable, Sendable {
        public let personID: String
        /// The app that it was given through; `nil` for the web app.
        public let appID: String?
        /// 0 … 1; 0 where nothing was compared.
        public let similarity: Double
        public let isMatch: Bool
        /// Why nothing was compared, such as `replay`.
        public let refusal: String?
        public let at: Timestamp
        /// The client's clock, `DD.MM.YYYY HH:MM:SS`.
        public let clientTime: String
        /// Degrees north and east, WGS 84.
        public let latitude, longitude: Double?
        public let country, countryCode, city, address: String?
        public let deviceVersion, osVersion: String?
        /// The app's name when the signature was given.
        public let application: String?
    }

    /// A picture of a person.
    public struct Picture: Hashable, Sendable {
        public let bytes: [UInt8]
        /// `image/jpeg` or `image/png`.
        public let mediaType: String
        /// How it is to be turned for showing, as EXIF numbers it: 1 … 8.
        public let orientation: Int
    }

    init(environment: IdentityEnvironment) {
        self.environment = environment
    }

    /// The enabled app of a key; `nil` where there is none.
    public func app(key: String) async throws -> App? {
        try await AppAuthenticator(database: environment.database).app(key: key).map { App(id: $0.id, name: $0.name, source: $0.source) }
    }

    /// Throws a `Problem` of code `appRefused` unless an app is enabled still.
    public func requireEnabled(_ appID: String, in tx: any ReadTransaction) throws {
        try AppAuthenticator.requireEnabled(appID, in: tx)
    }

    /// The person whom an app reaches by an address; `nil` where it knows no person by it.
    ///
    /// - Throws: `SignToLoginRefusal` where the text is no address.
    public func person(email text: String, inApp appID: String, in tx: any ReadTransaction) throws -> Person? {
        guard let email = EmailAddress(text) else { throw SignToLoginRefusal.badEmail }
        guard let app = try AppStore.find(appID, in: tx) else { return nil }
        guard let person = try AppReach.person(email, by: app, keys: environment.keys, in: tx) else {
            environment.countUnreached("document", by: app)
            return nil
        }
        return Self.person(person)
    }

    /// A signature that was given through an app by `/authenticate/`, or for a document in the web app; `nil` for any other id.
    public func signature(_ id: String, in tx: any ReadTransaction) throws -> Signature? {
        guard let record = try SignatureStore.find(id, keys: environment.keys, in: tx) else { return nil }
        let capture = try CaptureStore.find(id, keys: environment.keys, in: tx)
        guard let capture, capture.kind == .signature, capture.appID != nil else {
            return try drawnHere(record, told: capture?.details, in: tx)
        }
        let details = capture.details
        return Signature(
            personID: record.personID,
            appID: capture.appID,
            similarity: record.similarity,
            isMatch: record.isMatch,
            refusal: record.refusal,
            at: record.at,
            clientTime: details.clientTime,
            latitude: details.location?.latitude,
            longitude: details.location?.longitude,
            country: details.country,
            countryCode: details.countryCode,
            city: details.city,
            address: details.address,
            deviceVersion: details.deviceVersion,
            osVersion: details.osVersion,
            application: record.place?.application
        )
    }

    /// Which of some signatures have a picture, and how it is to be turned: one that was taken at signing, else the profile's.
    public func pictured(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> [String: Int] {
        var found: [String: Int] = [:]
        for id in signatureIDs {
            let row = try tx.first(
                """
                SELECT COALESCE(capture.photoOrientation, person.photoOrientation) AS orientation FROM signatureSample
                JOIN person ON person.id = signatureSample.personId LEFT JOIN capture ON capture.id = signatureSample.id
                WHERE signatureSample.id = \(id) AND (capture.photoBlob IS NOT NULL OR person.photoBlob IS NOT NULL)
                """
            )
            if let row { found[id] = try row.get("orientation") }
        }
        return found
    }

    /// The picture that was taken with a signature, else the profile's; `nil` where there is neither, or the person is gone.
    public func picture(ofSignature id: String) async throws -> Picture? {
        let found = try await environment.database.read { [keys = environment.keys] tx -> (CaptureRecord?, PersonRecord)? in
            guard let signature = try SignatureStore.find(id, keys: keys, in: tx),
                let person = try PersonStore.find(signature.personID, keys: environment.keys, in: tx)
            else { return nil }
            return (try CaptureStore.find(id, keys: keys, in: tx), person)
        }
        guard let (capture, person) = found else { return nil }
        if let capture, let photo = capture.photo, let bytes = try await environment.photos.bytes(of: capture) {
            return Picture(bytes: bytes, mediaType: photo.mediaType, orientation: photo.orientation)
        }
        guard person.photo != nil else { return nil }
        let (bytes, reference) = try await PersonService(environment: environment).photo(of: person.id)
        return Picture(bytes: bytes, mediaType: reference.mediaType, orientation: reference.orientation)
    }

    /// Of which of some signatures it is kept how they look.
    public func drawn(_ signatureIDs: [String], in tx: any ReadTransaction) throws -> Set<String> {
        Set(try signatureIDs.filter { try DrawingStore.contains($0, in: tx) })
    }

    /// How some signatures look, by their ids; those of which it is not kept, or cannot be read, are left out.
    public func drawings(ofSignatures ids: [String]) async throws -> [String: InkDrawing] {
        try await environment.database.read { [environment] tx in
            var found: [String: InkDrawing] = [:]
            for id in ids {
                // One that is damaged must not keep the others from the caller.
                do {
                    found[id] = try DrawingStore.find(id, keys: environment.keys, in: tx).map { try InkDrawing(decoding: $0) }
                } catch let error where error is InkError || (error as? StorageError)?.code == .undecryptable {
                    environment.logger.error("a drawing cannot be read", metadata: ["signature": "\(id)"])
                }
            }
            return found
        }
    }

    static func person(_ record: PersonRecord) -> Person {
        Person(
            id: record.id,
            isActive: record.status == .active,
            name: record.profile.userName,
            companyName: record.profile.companyName,
            position: record.profile.position
        )
    }
}

extension IdentityDomain {
    /// What other domains may know of people who sign.
    public var directory: SignatoryDirectory { SignatoryDirectory(environment: environment) }
}
