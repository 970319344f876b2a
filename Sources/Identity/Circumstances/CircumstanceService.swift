import Hummingbird
import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

/// Where people sign documents in the web app, and the photo that they take then: only of those who agreed, and only for their own signature.
struct CircumstanceService: Sendable {
    let environment: IdentityEnvironment

    /// The most bytes of a photo: the web app makes it small.
    static let photoLimit = 1_000_000
    /// Digits after the point of degrees: about ten metres.
    private static let precision = 10_000.0

    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.allowCircumstances) { _, _, context in
            try await allow(true, by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.forbidCircumstances) { _, _, context in
            try await allow(false, by: context.requireCaller())
            return Nothing()
        }
        router.on(IdentityEndpoints.tellCircumstances) { told, _, context in
            let personID = try context.requireSessionPersonID()
            try await tell(told, ofSignature: context.parameters.require("id"), personID: personID)
            return Nothing()
        }
    }

    /// Takes the person's consent, or their withdrawal; what histories show already stays there.
    func allow(_ isAllowed: Bool, by caller: SessionCaller) async throws {
        try await environment.database.write { [environment] tx in
            let (stepUp, now, personID) = (StepUp(environment: environment), environment.time.now(), caller.personID)
            let act: ProtectedAct = isAllowed ? .allowCircumstances : .forbidCircumstances
            try stepUp.perform(act, by: caller, at: now, in: tx) { permit, telling in
                telling.isTold =
                    try isAllowed
                    ? CircumstanceConsentStore.give(personID, permit: permit, at: now, in: tx)
                    : CircumstanceConsentStore.withdraw(personID, permit: permit, at: now, in: tx)
            }
        }
    }

    /// Keeps where a signature was drawn, and the photo; told once, so that a lost answer costs nothing.
    ///
    /// - Throws: a ``Problem``: `circumstancesNotAllowed` of who did not agree, `unknownSignature`, `signatureExpired`, or what is wrong.
    func tell(_ told: SigningCircumstances, ofSignature id: String, personID: String) async throws {
        let place = try told.place.map(Self.rounded)
        let photo = try told.photo.map(Self.photo)
        guard place != nil || photo != nil else { throw Problem.invalid("place", .missing, "or photo must be there") }
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard try CircumstanceConsentStore.isGiven(by: personID, in: tx) else { throw Problem.circumstancesNotAllowed }
            guard let record = try SignatureStore.find(id, keys: environment.keys, in: tx), record.personID == personID, record.isMatch,
                try DocumentSignatureStore.documentHash(of: id, in: tx) != nil
            else { throw Problem.unknownSignature }
            guard now < record.at.adding(seconds: SignatoryDirectory.patience) else { throw Problem.signatureExpired }
            guard try CaptureStore.find(id, keys: environment.keys, in: tx) == nil else { return }
            var details = CaptureDetails(clientTime: record.at.signToLogin)
            if let place { details.tell(place, by: environment.settings.places) }
            let capture = CaptureRecord(id: id, personID: personID, appID: nil, kind: .signature, details: details, at: now)
            try CaptureStore.insert(capture, keys: environment.keys, in: tx)
        }
        guard let photo, try await AppPhotos(environment: environment).isMissing(of: id) else { return }
        try await AppPhotos(environment: environment).keep(photo, of: id, personID: personID, app: nil)
    }

    private static func rounded(_ place: SigningCircumstances.Place) throws -> SigningCircumstances.Place {
        guard (-90...90).contains(place.latitude) else {
            throw Problem.invalid("place.latitude", .range, "must be degrees north from -90 to 90")
        }
        guard (-180...180).contains(place.longitude) else {
            throw Problem.invalid("place.longitude", .range, "must be degrees east from -180 to 180")
        }
        let coarse = { (degrees: Double) in (degrees * precision).rounded() / precision }
        return .init(latitude: coarse(place.latitude), longitude: coarse(place.longitude))
    }

    private static func photo(_ bytes: Base64URL) throws -> Photo {
        do throws(FormatError) {
            return try Photo.sanitised(bytes.bytes, limits: Photo.Limits(bytes: photoLimit))
        } catch {
            throw Problem.invalid("photo", FieldCode(rawValue: "\(error.code)"), "cannot be used: \(error.message)")
        }
    }
}

extension CaptureDetails {
    /// Tells where it was, with the city and the country as far as a table knows them.
    fileprivate mutating func tell(_ place: SigningCircumstances.Place, by table: PlaceTable) {
        location = .init(latitude: place.latitude, longitude: place.longitude)
        let found = table.find(latitude: place.latitude, longitude: place.longitude)
        city = found.city
        countryCode = found.country
        country = found.country.map { CountryName.of($0, in: .en) }
    }
}

extension Problem {
    static let circumstancesNotAllowed = Problem.conflict(
        .circumstancesNotAllowed,
        "You have not agreed that place and photo go into the history of documents."
    )
}
