import ParaphStorage

/// What is kept of refused samples, each source's by itself: it shows whether variations of one drawing are sent to learn from the
/// answers.
///
/// Samples that are near copies of one another are a family. Those that are like no other give way first. Of all sources of a person
/// together, strangers' give way first.
enum RefusedTraceStore {
    /// How many are kept of a source.
    static let limit = 32
    /// How many are kept of a person's sources together.
    static let personLimit = 320

    /// One of them.
    struct Entry: Hashable, Sendable {
        var number: Int
        var family: Int
        /// How large the family was with it, also where some of it are forgotten.
        var familySize: Int
    }

    /// What is kept of a source's refused samples, oldest first.
    struct History: Sendable {
        var entries: [Entry] = []
        var traces: [[UInt8]] = []

        /// The number of the latest.
        var last: Int { entries.last?.number ?? 0 }

        /// How many would be in one family with a sample that is like some of these, by their places.
        func familySize(joining places: [Int]) -> Int {
            let families = Set(places.map { entries[$0].family })
            return 1 + families.reduce(0) { sum, family in sum + (entries.filter { $0.family == family }.map(\.familySize).max() ?? 0) }
        }
    }

    static func history(of personID: String, from source: SignatureSource, keys: KeyRing, in tx: any ReadTransaction) throws -> History {
        let rows = try tx.rows(
            """
            SELECT number, family, familySize, sealed FROM refusedTrace
            WHERE personId = \(personID) AND source = \(source.key) ORDER BY number
            """
        )
        guard !rows.isEmpty else { return History() }
        let row = row(personID, source)
        return History(
            entries: try rows.map {
                Entry(number: try $0.get("number"), family: try $0.get("family"), familySize: try $0.get("familySize"))
            },
            traces: try keys.open(
                try rows.map { (row, try $0.get("number"), try $0.get("sealed")) },
                holder: personID,
                table: table,
                in: tx
            )
        )
    }

    /// The number of the latest of a source; another came between when it is not what was read before.
    static func last(of personID: String, from source: SignatureSource, in tx: any ReadTransaction) throws -> Int {
        try tx.first(
            "SELECT COALESCE(MAX(number), 0) AS last FROM refusedTrace WHERE personId = \(personID) AND source = \(source.key)"
        )?
        .get("last") ?? 0
    }

    /// Adds a refused sample that is like some of a source's history, by their places, and forgets the least telling beyond the limit.
    static func append(
        _ trace: [UInt8],
        digest: [UInt8],
        like places: [Int],
        in history: History,
        of personID: String,
        from source: SignatureSource,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        let number = history.last + 1
        let families = Set(places.map { history.entries[$0].family })
        let family = families.min() ?? number
        let size = history.familySize(joining: places)
        for other in families where other != family {
            try tx.execute(
                """
                UPDATE refusedTrace SET family = \(family)
                WHERE personId = \(personID) AND source = \(source.key) AND family = \(other)
                """
            )
        }
        let sealed = try keys.seal(trace, holder: personID, table: table, row: row(personID, source), version: number, in: tx)
        try tx.execute(
            """
            INSERT INTO refusedTrace (personId, source, number, family, familySize, digest, sealed)
            VALUES (\(personID), \(source.key), \(number), \(family), \(size), \(digest), \(sealed))
            """
        )
        var sizes: [Int: Int] = [:]
        for entry in history.entries { sizes[entry.family] = max(sizes[entry.family] ?? 0, entry.familySize) }
        for merged in families { sizes[merged] = size }
        let least = history.entries.sorted { (sizes[$0.family] ?? 0, $0.number) < (sizes[$1.family] ?? 0, $1.number) }
        for entry in least.prefix(max(history.entries.count + 1 - limit, 0)) {
            try tx.execute(
                "DELETE FROM refusedTrace WHERE personId = \(personID) AND source = \(source.key) AND number = \(entry.number)"
            )
        }
        try dropSurplus(of: personID, in: tx)
    }

    /// Forgets the oldest beyond the limit of a person's: strangers' first, then those of apps that the person let, then those of networks
    /// where they signed and of their devices; among equals those of the source that was quiet longest.
    private static func dropSurplus(of personID: String, in tx: any WriteTransaction) throws {
        let count: Int = try tx.first("SELECT COUNT(*) AS count FROM refusedTrace WHERE personId = \(personID)")?.get("count") ?? 0
        guard count > personLimit else { return }
        let rows = try tx.rows(
            """
            SELECT source, number, COALESCE((SELECT MAX(at) FROM sourceWatch
                WHERE sourceWatch.personId = refusedTrace.personId AND sourceWatch.source = refusedTrace.source), 0) AS at
            FROM refusedTrace WHERE personId = \(personID)
            """
        )
        let kept = try rows.map { row in
            let source: String = try row.get("source")
            return (
                kind: SignatureSource.Kind(key: source), at: try row.get("at", as: Int64.self), number: try row.get("number", as: Int.self),
                source
            )
        }
        for (_, _, number, source) in kept.sorted(by: { ($0.kind, $0.at, $0.number) < ($1.kind, $1.at, $1.number) }).prefix(
            count - personLimit
        ) {
            try tx.execute("DELETE FROM refusedTrace WHERE personId = \(personID) AND source = \(source) AND number = \(number)")
        }
    }

    private static let table = "refusedTrace"

    private static func row(_ personID: String, _ source: SignatureSource) -> String { "\(personID)/\(source.key)" }
}
