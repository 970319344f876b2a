import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Where people registered: never in clear, and gone with the registration or the person.
enum PlaceStore {
    /// The key ring's name for a waiting registration's own key.
    static func holder(ofRegistration id: String) -> String { "registration:\(id)" }

    /// Keeps the place of a registration that waits for its code.
    static func insert(_ place: RegistrationPlace, ofRegistration id: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        let holder = holder(ofRegistration: id)
        try keys.create(holder: holder, in: tx)
        let bytes = Array(try JSONEncoder().encode(place))
        let sealed = try keys.seal(bytes, holder: holder, table: "registrationPlace", row: id, version: 1, in: tx)
        try tx.execute("INSERT INTO registrationPlace (registrationId, sealed) VALUES (\(id), \(sealed))")
    }

    /// Seals the place of a registration anew, by the key of the person that it became.
    static func move(fromRegistration id: String, to personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let row = try tx.first("SELECT sealed FROM registrationPlace WHERE registrationId = \(id)") else { return }
        let holder = holder(ofRegistration: id)
        let bytes = try keys.open(try row.get("sealed"), holder: holder, table: "registrationPlace", row: id, version: 1, in: tx)
        let sealed = try keys.seal(bytes, holder: personID, table: "personPlace", row: personID, version: 1, in: tx)
        try tx.execute("INSERT INTO personPlace (personId, sealed) VALUES (\(personID), \(sealed))")
    }

    /// Shreds the places of registrations that end; the rows go with theirs.
    static func shred(_ registrations: [Row], keys: KeyRing, in tx: any WriteTransaction) throws {
        for row in registrations { try keys.destroy(holder: holder(ofRegistration: try row.get("id")), in: tx) }
    }

    /// Where a person registered.
    static func find(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> RegistrationPlace? {
        guard let row = try tx.first("SELECT sealed FROM personPlace WHERE personId = \(personID)") else { return nil }
        let bytes = try keys.open(try row.get("sealed"), holder: personID, table: "personPlace", row: personID, version: 1, in: tx)
        return try JSONDecoder().decode(RegistrationPlace.self, from: Data(bytes))
    }

    /// Whether it is kept where a person registered.
    static func contains(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT personId FROM personPlace WHERE personId = \(personID)") != nil
    }

    /// Forgets where a person registered.
    ///
    /// - Returns: whether it was known.
    static func delete(of personID: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("DELETE FROM personPlace WHERE personId = \(personID)") > 0
    }
}

extension RegistrationPlace {
    /// Throws unless the place lies on the earth and its names can be shown.
    func check() throws {
        guard (-90...90).contains(latitude) else {
            throw Problem.invalid("place.latitude", "range", "must be degrees north from -90 to 90")
        }
        guard (-180...180).contains(longitude) else {
            throw Problem.invalid("place.longitude", "range", "must be degrees east from -180 to 180")
        }
        try country.map { try TextRules.check($0, name: "place.country", length: 1...100) }
        try city.map { try TextRules.check($0, name: "place.city", length: 1...100) }
    }
}
