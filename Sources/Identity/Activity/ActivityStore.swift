import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of what happened.
enum ActivityStore {
    /// Notes that something happened.
    static func append(
        _ kind: ActivityKind,
        of personID: String,
        at now: Timestamp,
        appName: String? = nil,
        deviceName: String? = nil,
        similarity: Double? = nil,
        subject: ActivitySubject = ActivitySubject(),
        signatureID: String? = nil,
        in tx: any WriteTransaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO activity (
                personId, number, id, kind, at, appName, deviceName, similarity, otherId, otherIsAddress, about, signatureId
            )
            SELECT \(personID), COALESCE(MAX(number), 0) + 1, \(Identifier.random()), \(kind.rawValue), \(now), \(appName), \(deviceName),
                \(similarity), \(subject.otherID), \(subject.otherIsAddress), \(subject.things.row), \(signatureID)
            FROM activity WHERE personId = \(personID)
            """
        )
    }

    /// Has what a person reads about a thing and another person name that one, and not their address any more; O(n) in what names the address.
    static func nameOther(_ otherID: String, to personID: String, about thing: ActivityItem.Thing, in tx: any WriteTransaction) throws {
        let rows = try tx.rows(
            "SELECT number, about FROM activity WHERE personId = \(personID) AND otherId = \(otherID) AND otherIsAddress = 1"
        )
        for row in rows where try [ActivityItem.Thing](row: row.get("about")).contains(thing) {
            let number = try row.get("number", as: Int64.self)
            try tx.execute("UPDATE activity SET otherIsAddress = 0 WHERE personId = \(personID) AND number = \(number)")
        }
    }

    /// Forgets that a signature was given: what became of it is noted in its stead.
    static func drop(ofSignature id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM activity WHERE signatureId = \(id)")
    }

    /// Whether something of a kind happened on a device of a person's since a time; O(n) in what ever happened to them.
    static func contains(
        _ kind: ActivityKind,
        onDevicesOf personID: String,
        since time: Timestamp,
        in tx: any ReadTransaction
    ) throws -> Bool {
        try tx.first(
            """
            SELECT number FROM activity
            WHERE personId = \(personID) AND at >= \(time) AND kind = \(kind.rawValue) AND appName IS NULL LIMIT 1
            """
        ) != nil
    }

    /// Whether something of a kind happened to a person since a time, wherever; O(n) in what ever happened to them.
    static func contains(_ kind: ActivityKind, of personID: String, since time: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            "SELECT number FROM activity WHERE personId = \(personID) AND at >= \(time) AND kind = \(kind.rawValue) LIMIT 1"
        ) != nil
    }

    /// How many sign-ins in apps a person reads of.
    static let appSignInLimit = 1_000

    /// Forgets the oldest sign-ins in apps beyond those that are kept.
    static func dropOldestAppSignIns(of personID: String, in tx: any WriteTransaction) throws {
        let surplus = try tx.first(
            """
            SELECT number FROM activity WHERE personId = \(personID) AND kind = 'signedIn' AND appName IS NOT NULL
            ORDER BY number DESC LIMIT 1 OFFSET \(appSignInLimit)
            """
        )
        guard let number = try surplus?.get("number", as: Int64.self) else { return }
        try tx.execute(
            "DELETE FROM activity WHERE personId = \(personID) AND number <= \(number) AND kind = 'signedIn' AND appName IS NOT NULL"
        )
    }

    /// A page, newest first; `cursor` is the next of the page before.
    static func page(
        of personID: String,
        after cursor: String?,
        limit: Int,
        words: ActivityWords,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> Page<ActivityItem> {
        let last = try cursor.map { try PageCursor.read($0, of: "activity") { Int(try $0.number()) } }
        let items = try numbered(of: personID, before: last, limit: limit + 1, words: words, keys: keys, in: tx)
        let next = items.count > limit ? PageCursor.text(of: "activity", items[limit - 1].number) : nil
        return Page(items: items.prefix(limit).map(\.item), next: next)
    }

    /// What happened, newest first, with the numbers that order it.
    static func numbered(
        of personID: String,
        before number: Int?,
        limit: Int,
        words: ActivityWords,
        keys: KeyRing,
        in tx: any ReadTransaction
    ) throws -> [(number: Int, item: ActivityItem)] {
        var others: [String: PersonRecord] = [:]
        func name(_ id: String, isAddress: Bool) throws -> String? {
            if others[id] == nil { others[id] = try PersonStore.find(id, keys: keys, in: tx) }
            return isAddress ? others[id]?.email.text : others[id]?.profile.userName
        }
        return try tx.rows(
            """
            SELECT * FROM activity WHERE personId = \(personID) AND number < \(Int64(number ?? .max))
            ORDER BY number DESC LIMIT \(limit)
            """
        ).map { row in
            let isAddress: Bool = try row.get("otherIsAddress")
            let personName = try row.find("otherId", as: String.self).flatMap { try name($0, isAddress: isAddress) }
            let word: String = try row.get("kind")
            let kind = words.kinds[word]
            let item = ActivityItem(
                id: try row.get("id"),
                kind: word,
                title: kind?.sentence(in: words.language, otherName: personName),
                isWarning: kind?.isWarning ?? false,
                at: try row.timestamp("at"),
                appName: try row.find("appName"),
                deviceName: try row.find("deviceName"),
                similarity: try row.find("similarity"),
                personName: personName,
                about: [ActivityItem.Thing](row: try row.get("about"))
            )
            return (try row.get("number"), item)
        }
    }
}
