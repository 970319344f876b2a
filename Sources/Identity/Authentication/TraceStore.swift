import Crypto
import ParaphStorage

/// What is kept of accepted samples so that a replay is found: all of a template's references, the latest of the others, and a digest of
/// each for good.
///
/// Only samples that were accepted push others out, and only those of the same template's place: what matches an app's own template pushes
/// out nothing that the person gave elsewhere. What was refused lies in ``RefusedTraceStore``.
enum TraceStore {
    /// How many traces are kept of each template's place, besides those of templates.
    static let historyLimit = 168
    /// Where those lie whose template was good in an app alone and is gone; not the id of any app.
    private static let ended = "ended"

    /// What is kept of a person's samples, as one reader found it.
    struct History: Sendable {
        var traces: [[UInt8]]
        /// The number of the last one ever added.
        var last: Int
        /// The numbers of those that belong to no template, by their places, oldest first.
        var unassigned: [String: [Int]]

        /// In which places, and up to which numbers there, those that belong to no template are too many once another is added.
        func surplus(addingTo template: TemplatePlace) -> [(place: String, number: Int)] {
            unassigned.sorted { $0.key < $1.key }.compactMap { place, numbers in
                numbers.dropLast(historyLimit - (place == template.key ? 1 : 0)).last.map { (place, $0) }
            }
        }
    }

    /// Every trace of a person, but for those of a template that are known from it; O(n) in them, whose key is looked up once.
    static func history(of personID: String, except templateID: String? = nil, keys: KeyRing, in tx: any ReadTransaction) throws -> History
    {
        let last = try last(of: personID, in: tx)
        let rows = try tx.rows(
            """
            SELECT number, templateId, place, sealed FROM trace
            WHERE personId = \(personID) AND (templateId IS NULL OR templateId <> \(templateID ?? "")) ORDER BY number
            """
        )
        let sealed: [KeyRing.SealedBytes] = try rows.map { (personID, try $0.get("number"), try $0.get("sealed")) }
        let unassigned = try rows.filter { try $0.find("templateId", as: String.self) == nil }
        return History(
            traces: try keys.open(sealed, holder: personID, table: "trace", in: tx),
            last: last,
            unassigned: try Dictionary(grouping: unassigned) { try $0.get("place", as: String.self) }.mapValues {
                try $0.map { try $0.get("number") }
            }
        )
    }

    /// The number of the last trace; another sample came between when it is not what was read before.
    static func last(of personID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COALESCE(MAX(number), 0) AS last FROM trace WHERE personId = \(personID)")?.get("last") ?? 0
    }

    /// Whether exactly these bytes were accepted before, however long ago, or refused, wherever they came from.
    static func contains(_ digest: [UInt8], of personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT personId FROM acceptedSample WHERE personId = \(personID) AND digest = \(digest)
            UNION ALL SELECT personId FROM refusedTrace WHERE personId = \(personID) AND digest = \(digest)
            """
        ) != nil
    }

    /// Whether exactly these bytes are among the references of a template.
    static func contains(_ digest: [UInt8], ofTemplate templateID: String, of personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            "SELECT number FROM trace WHERE personId = \(personID) AND digest = \(digest) AND templateId = \(templateID)"
        ) != nil
    }

    /// What exact repetition is found by: SHA-256 of a sample in ParaphInk's binary encoding.
    static func digest(of encoded: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: encoded))
    }

    /// Adds the trace of a sample that a template accepted, or was made of, and its digest for good.
    static func append(
        _ trace: [UInt8],
        digest: [UInt8],
        templateID: String? = nil,
        of template: TemplatePlace,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        let personID = template.personID
        let number = try last(of: personID, in: tx) + 1
        let sealed = try keys.seal(trace, holder: personID, table: "trace", row: personID, version: number, in: tx)
        try tx.execute(
            """
            INSERT INTO trace (personId, number, templateId, place, digest, sealed)
            VALUES (\(personID), \(number), \(templateID), \(template.key), \(digest), \(sealed))
            """
        )
        try tx.execute("INSERT INTO acceptedSample (personId, digest) VALUES (\(personID), \(digest)) ON CONFLICT DO NOTHING")
    }

    /// Drops what a history calls its surplus: it reads no more than it drops, where a search for the oldest would read all and meet other
    /// people's writers on the way.
    static func drop(_ surplus: Int, of place: String, _ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            "DELETE FROM trace WHERE personId = \(personID) AND templateId IS NULL AND place = \(place) AND number <= \(surplus)"
        )
    }

    /// Counts a former template's references among the others of its place, and drops the oldest beyond the limit.
    static func release(_ template: TemplateRecord, in tx: any WriteTransaction) throws {
        let personID = template.place.personID
        try tx.execute("UPDATE trace SET templateId = NULL WHERE personId = \(personID) AND templateId = \(template.id)")
        try trim(template.place.key, personID, in: tx)
    }

    /// Counts all that is kept of an app's own template among what is kept of such, because the app has none any more: an owner who ends apps and
    /// lets others does not gather traces for good.
    static func end(_ template: TemplateRecord, in tx: any WriteTransaction) throws {
        guard template.place.appID != nil else { return try release(template, in: tx) }
        let personID = template.place.personID
        try tx.execute(
            "UPDATE trace SET templateId = NULL, place = \(ended) WHERE personId = \(personID) AND place = \(template.place.key)"
        )
        try trim(ended, personID, in: tx)
    }

    /// The same of everybody's templates in an app; what is too much goes with each person's next sample.
    static func endAll(inApp appID: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE trace SET templateId = NULL, place = \(ended)
            WHERE personId IN (SELECT personId FROM template WHERE appId = \(appID)) AND place = \(appID)
            """
        )
    }

    private static func trim(_ place: String, _ personID: String, in tx: any WriteTransaction) throws {
        let surplus = try tx.first(
            """
            SELECT number FROM trace WHERE personId = \(personID) AND templateId IS NULL AND place = \(place)
            ORDER BY number DESC LIMIT 1 OFFSET \(historyLimit)
            """
        )
        if let surplus { try drop(surplus.get("number"), of: place, personID, in: tx) }
    }
}
