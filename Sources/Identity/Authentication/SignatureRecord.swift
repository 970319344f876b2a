import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// Where and on what a signature was given, as its app tells; sealed by the person's key.
struct SignaturePlace: Codable, Hashable, Sendable {
    /// Degrees north, WGS 84.
    var latitude: Double?
    /// Degrees east, WGS 84.
    var longitude: Double?
    var country: String?
    var city: String?
    var address: String?
    var deviceVersion: String?
    var osVersion: String?
    var application: String?
}

/// One signature that was judged, under the id by which others refer to it.
struct SignatureRecord: Hashable, Sendable {
    let id: String
    let personID: String
    var appID: String?
    var deviceID: String?
    /// 0 … 1; 0 where nothing was compared.
    var similarity: Double
    var isMatch: Bool
    /// Why nothing was compared, such as `replay`.
    var refusal: String?
    var place: SignaturePlace?
    let at: Timestamp
}

/// Signatures that were judged.
enum SignatureStore {
    /// Keeps a signature.
    static func insert(_ signature: SignatureRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let place = try signature.place.map { Array(try JSONEncoder().encode($0)) }
        let sealed = try place.map {
            try keys.seal($0, holder: signature.personID, table: "signatureSample", row: signature.id, version: placeVersion, in: tx)
        }
        try tx.execute(
            """
            INSERT INTO signatureSample (id, personId, appId, deviceId, similarity, isMatch, refusal, sealedPlace, at)
            VALUES (\(signature.id), \(signature.personID), \(signature.appID), \(signature.deviceID), \(signature.similarity),
                \(signature.isMatch), \(signature.refusal), \(sealed), \(signature.at))
            """
        )
    }

    /// The signature with an id, opened.
    static func find(_ id: String, keys: KeyRing, in tx: any ReadTransaction) throws -> SignatureRecord? {
        try tx.first("SELECT * FROM signatureSample WHERE id = \(id)").map { try record($0, keys: keys, in: tx) }
    }

    /// Some of a person's signatures, oldest first, after one of them and until a time.
    static func page(
        of personID: String,
        after last: SignatureRecord?,
        until end: Timestamp,
        limit: Int,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> [SignatureRecord] {
        let (at, id) = (last?.at.milliseconds ?? .min, last?.id ?? "")
        return try tx.rows(
            """
            SELECT * FROM signatureSample
            WHERE personId = \(personID) AND at <= \(end) AND (at > \(at) OR (at = \(at) AND id > \(id))) ORDER BY at, id LIMIT \(limit)
            """
        ).map { try record($0, keys: keys, in: tx) }
    }

    /// Deletes a person's biometric data: templates, traces, pending samples and drawings.
    ///
    /// That signatures were given, when and how similar, stays as evidence, and so do the digests of those that were accepted: no hand can be
    /// told from them, and none of them shall ever count again.
    static func deleteBiometrics(of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        try TemplateStore.deleteAll(of: personID, keys: keys, in: tx)
        try tx.execute("DELETE FROM trace WHERE personId = \(personID)")
        try tx.execute("DELETE FROM refusedTrace WHERE personId = \(personID)")
        try EnrolmentStore.deleteAll(of: personID, keys: keys, in: tx)
        try DrawingStore.delete(of: personID, in: tx)
    }

    private static let placeVersion = 1

    private static func record(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> SignatureRecord {
        let id: String = try row.get("id")
        let personID: String = try row.get("personId")
        let place = try row.find("sealedPlace", as: [UInt8].self).map {
            try keys.open($0, holder: personID, table: "signatureSample", row: id, version: placeVersion, in: tx)
        }
        return SignatureRecord(
            id: id,
            personID: personID,
            appID: try row.find("appId"),
            deviceID: try row.find("deviceId"),
            similarity: try row.get("similarity"),
            isMatch: try row.get("isMatch"),
            refusal: try row.find("refusal"),
            place: try place.map { try JSONDecoder().decode(SignaturePlace.self, from: Data($0)) },
            at: try row.timestamp("at")
        )
    }
}
