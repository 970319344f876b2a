import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Where people registered: never in clear, and gone with the registration or the person.
enum PlaceStore {
    /// The key ring's name for a waiting registration's own key, which is there as long as its row is.
    static func holder(ofRegistration id: String) -> String { registrations + id }

    /// How the names of such keys begin.
    static let registrations = "registration:"

    /// Keeps the place of a registration that waits for its code.
    static func insert(_ place: RegistrationPlace, ofRegistration id: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        let holder = holder(ofRegistration: id)
        let bytes = Array(try JSONEncoder().encode(place))
        let sealed = try keys.seal(bytes, holder: holder, table: "registrationPlace", row: id, version: 1, in: tx)
        try tx.execute("INSERT INTO registrationPlace (registrationId, sealed) VALUES (\(id), \(sealed))")
    }

    /// Seals the place of a registration anew, by a key that the person holds whom it became.
    static func move(fromRegistration id: String, to personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let row = try tx.first("SELECT sealed FROM registrationPlace WHERE registrationId = \(id)") else { return }
        let holder = holder(ofRegistration: id)
        let bytes = try keys.open(try row.get("sealed"), holder: holder, table: "registrationPlace", row: id, version: 1, in: tx)
        let object = object(of: personID)
        try keys.renew(object: object, holders: [personID], in: tx)
        let sealed = try keys.seal(bytes, object: object, holder: personID, table: table, row: personID, version: version, in: tx)
        try tx.execute("INSERT INTO personPlace (personId, sealedPlace) VALUES (\(personID), \(sealed))")
    }

    /// Shreds what was sealed for registrations that end, their places too; the rows go with theirs.
    static func shred(_ registrations: [Row], keys: KeyRing, in tx: any WriteTransaction) throws {
        for row in registrations { try keys.destroy(holder: holder(ofRegistration: try row.get("id")), in: tx) }
    }

    /// Where a person registered.
    static func find(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> RegistrationPlace? {
        guard let row = try tx.first("SELECT sealedPlace FROM personPlace WHERE personId = \(personID)") else { return nil }
        let bytes = try keys.open(
            try row.get("sealedPlace"),
            object: object(of: personID),
            holder: personID,
            table: table,
            row: personID,
            version: version,
            in: tx
        )
        return try JSONDecoder().decode(RegistrationPlace.self, from: Data(bytes))
    }

    /// Whether it is kept where a person registered.
    static func contains(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT personId FROM personPlace WHERE personId = \(personID)") != nil
    }

    /// Forgets where a person registered, and shreds it.
    ///
    /// - Returns: whether it was known.
    static func delete(of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws -> Bool {
        try keys.destroy(object: object(of: personID), in: tx)
        return try tx.execute("DELETE FROM personPlace WHERE personId = \(personID)") > 0
    }

    private static let table = "personPlace"
    private static let version = 1

    /// The key ring's name for a person's place.
    private static func object(of personID: String) -> String { "place/\(personID)" }
}

extension RegistrationPlace {
    /// Throws unless the place lies on the earth and its names can be shown.
    func check() throws {
        guard (-90...90).contains(latitude) else {
            throw Problem.invalid("place.latitude", .range, "must be degrees north from -90 to 90")
        }
        guard (-180...180).contains(longitude) else {
            throw Problem.invalid("place.longitude", .range, "must be degrees east from -180 to 180")
        }
        try country.map { try TextRules.check($0, name: "place.country", length: 1...100) }
        try city.map { try TextRules.check($0, name: "place.city", length: 1...100) }
    }
}
