import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit

/// What is known of a template besides its sealed bytes.
struct TemplateRecord: Hashable, Sendable {
    let id: String
    var place: TemplatePlace
    /// Whether it was drawn with a finger or pen rather than a mouse.
    var touch: Bool
    var referenceCount: Int
    let createdAt: Timestamp
    /// What the person confirmed it by, of one that is good in one app; `nil` where only the mailbox was asked.
    let confirmedBy: StepUp.Method?
    /// Rises with each sample that is taken in; each revision is sealed by a key of its own.
    var revision = 1

    init(place: TemplatePlace, touch: Bool, referenceCount: Int, createdAt: Timestamp, confirmedBy: StepUp.Method? = nil) {
        id = Identifier.random()
        self.place = place
        self.touch = touch
        self.referenceCount = referenceCount
        self.createdAt = createdAt
        self.confirmedBy = confirmedBy
    }

    init(row: Row) throws {
        id = try row.get("id")
        place = TemplatePlace(personID: try row.get("personId"), appID: try row.find("appId"))
        touch = try row.get("touch")
        referenceCount = try row.get("referenceCount")
        createdAt = try row.timestamp("createdAt")
        confirmedBy = try row.choiceIfAny("confirmedBy")
        revision = try row.get("revision")
    }
}

/// Templates, each revision sealed by a key of its own, which only its person's key opens and which is destroyed with the revision.
enum TemplateStore {
    /// The template for a place, and nothing else.
    static func find(_ place: TemplatePlace, in tx: any ReadTransaction) throws -> TemplateRecord? {
        try row(of: place, in: tx).map(TemplateRecord.init)
    }

    /// The template that a signature is compared with: the app's own, where there is one, else the person's, if the app may use that.
    ///
    /// One of an app that the person never confirmed counts only while they have none of their own: nothing that a mailbox gave goes before
    /// that, whatever the app was let since.
    static func find(of personID: String, forApp appID: String?, in tx: any ReadTransaction) throws -> TemplateRecord? {
        if let appID {
            let theirs = try find(TemplatePlace(personID: personID, appID: appID), in: tx)
            if let theirs, try theirs.confirmedBy != nil || find(TemplatePlace(personID: personID), in: tx) == nil { return theirs }
            guard try AppReach.opensOwnTemplate(of: personID, to: appID, in: tx) else { return nil }
        }
        return try find(TemplatePlace(personID: personID), in: tx)
    }

    /// The templates of a person that are each good in one app alone.
    static func ofApps(_ personID: String, in tx: any ReadTransaction) throws -> [TemplateRecord] {
        try tx.rows("SELECT * FROM template WHERE personId = \(personID) AND appId IS NOT NULL ORDER BY createdAt, id")
            .map(TemplateRecord.init)
    }

    /// The bytes of a template.
    static func open(_ template: TemplateRecord, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8] {
        guard let row = try tx.first("SELECT sealedBytes, revision FROM template WHERE id = \(template.id)") else {
            throw StorageError(.notFound, "the template was replaced or deleted meanwhile")
        }
        return try keys.open(
            try row.get("sealedBytes"),
            object: object(template.id),
            holder: template.place.personID,
            table: table,
            row: template.id,
            version: try row.get("revision"),
            in: tx
        )
    }

    /// How hard a person's signature is to forge, 0 … 1; `nil` where the template does not open, which is said where it is compared.
    static func complexity(of template: TemplateRecord, keys: KeyRing, in tx: any ReadTransaction) throws -> Double? {
        do {
            return complexity(try open(template, keys: keys, in: tx))
        } catch let error as StorageError where error.code == .undecryptable || error.code == .notFound {
            return nil
        }
    }

    /// How hard the signature of a template's bytes is to forge, 0 … 1.
    static func complexity(_ bytes: [UInt8]) -> Double? {
        try? AdaptiveTemplate.complexity(decoding: bytes)
    }

    /// Puts a template in its place; the one that was there is deleted.
    static func replace(
        with template: TemplateRecord,
        bytes: [UInt8],
        permit: borrowing StepUp.Permit,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        let place = template.place
        try permit.check(place.appID == nil ? [.firstSignature, .replaceSignature] : [.allowAppSignature], of: place.personID)
        if let old = try find(template.place, in: tx) {
            try delete(old.id, keys: keys, in: tx)
            try TraceStore.release(old, in: tx)
            let subject = place.appID.map { ErasureSubject.appTemplate(place.personID, app: $0) } ?? .ownTemplate(place.personID)
            try ErasureStore.add(subject, at: template.createdAt, in: tx)
        }
        let sealed = try seal(bytes, as: 1, of: template, keys: keys, in: tx)
        try tx.execute(
            """
            INSERT INTO template (id, personId, appId, touch, referenceCount, sealedBytes, createdAt, confirmedBy)
            VALUES (\(template.id), \(template.place.personID), \(template.place.appID), \(template.touch), \(template.referenceCount),
                \(sealed), \(template.createdAt), \(template.confirmedBy?.rawValue))
            """
        )
        if template.place.appID == nil {
            try AccountFactorStore.remember(.template, of: template.place.personID, at: template.createdAt, in: tx)
        }
    }

    /// Keeps what became of a template's bytes when an accepted sample was added, as its next revision; its id and date stay.
    static func update(_ template: TemplateRecord, bytes: [UInt8], keys: KeyRing, in tx: any WriteTransaction) throws {
        let next = template.revision + 1
        let sealed = try seal(bytes, as: next, of: template, keys: keys, in: tx)
        try tx.execute("UPDATE template SET sealedBytes = \(sealed), revision = \(next) WHERE id = \(template.id)")
    }

    /// Deletes the template of a place; its samples still cannot be played back.
    ///
    /// - Returns: whether there was one.
    @discardableResult static func delete(_ place: TemplatePlace, keys: KeyRing, in tx: any WriteTransaction) throws -> Bool {
        guard let old = try find(place, in: tx) else { return false }
        try delete(old.id, keys: keys, in: tx)
        try TraceStore.end(old, in: tx)
        return true
    }

    /// Deletes every template of a person.
    static func deleteAll(of personID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        for row in try tx.rows("SELECT id FROM template WHERE personId = \(personID)") { try delete(row.get("id"), keys: keys, in: tx) }
    }

    /// Deletes every template that is good in an app alone.
    static func deleteAll(ofApp appID: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        try TraceStore.endAll(inApp: appID, in: tx)
        for row in try tx.rows("SELECT id FROM template WHERE appId = \(appID)") { try delete(row.get("id"), keys: keys, in: tx) }
    }

    static let table = "template"

    /// The key ring's name for a template, whichever revision it has.
    static func object(_ id: String) -> String { "template/\(id)" }

    /// Seals a revision by a new key, and destroys the one before.
    private static func seal(
        _ bytes: [UInt8],
        as revision: Int,
        of template: TemplateRecord,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws -> [UInt8] {
        let (object, holder) = (object(template.id), template.place.personID)
        try keys.renew(object: object, holders: [holder], in: tx)
        return try keys.seal(bytes, object: object, holder: holder, table: table, row: template.id, version: revision, in: tx)
    }

    private static func delete(_ id: String, keys: KeyRing, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM template WHERE id = \(id)")
        try keys.destroy(object: object(id), in: tx)
    }

    private static func row(of place: TemplatePlace, in tx: any ReadTransaction) throws -> Row? {
        if let appID = place.appID {
            return try tx.first("SELECT * FROM template WHERE personId = \(place.personID) AND appId = \(appID)")
        }
        return try tx.first("SELECT * FROM template WHERE personId = \(place.personID) AND appId IS NULL")
    }
}
