import Crypto
import ParaphStorage

/// What is kept of earlier samples so that a replay is found: all of a template's references, and the latest of the others.
enum TraceStore {
    /// How many traces are kept besides those of templates.
    static let historyLimit = 200

    /// The traces of a person, and the number of the last one ever added.
    struct History: Sendable {
        var traces: [[UInt8]]
        var last: Int
    }

    /// Every trace of a person, but for those of a template that are known from it.
    static func history(of personID: String, except templateID: String? = nil, keys: KeyRing, in tx: any ReadTransaction) throws -> History
    {
        let last = try last(of: personID, in: tx)
        let rows = try tx.rows(
            """
            SELECT number, sealed FROM trace
            WHERE personId = \(personID) AND (templateId IS NULL OR templateId <> \(templateID ?? "")) ORDER BY number
            """
        )
        let traces = try rows.map { row in
            try keys.open(
                try row.get("sealed"),
                holder: personID,
                table: "trace",
                row: personID,
                version: try row.get("number"),
                in: tx
            )
        }
        return History(traces: traces, last: last)
    }

    /// The number of the last trace; another sample came between when it is not what was read before.
    static func last(of personID: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT COALESCE(MAX(number), 0) AS last FROM trace WHERE personId = \(personID)")?.get("last") ?? 0
    }

    /// Whether exactly these bytes were given before.
    static func contains(_ digest: [UInt8], of personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT number FROM trace WHERE personId = \(personID) AND digest = \(digest)") != nil
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

    /// Adds a trace, and drops the oldest beyond the limit.
    static func append(
        _ trace: [UInt8],
        digest: [UInt8],
        templateID: String? = nil,
        of personID: String,
        keys: KeyRing,
        in tx: any WriteTransaction
    ) throws {
        let number = try last(of: personID, in: tx) + 1
        let sealed = try keys.seal(trace, holder: personID, table: "trace", row: personID, version: number, in: tx)
        try tx.execute(
            """
            INSERT INTO trace (personId, number, templateId, digest, sealed)
            VALUES (\(personID), \(number), \(templateID), \(digest), \(sealed))
            """
        )
        try tx.execute(
            """
            DELETE FROM trace WHERE personId = \(personID) AND templateId IS NULL AND number <= (
                SELECT number FROM trace WHERE personId = \(personID) AND templateId IS NULL
                ORDER BY number DESC LIMIT 1 OFFSET \(historyLimit)
            )
            """
        )
    }

    /// Counts a former template's references among the others.
    static func releaseFromTemplate(_ templateID: String, of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE trace SET templateId = NULL WHERE personId = \(personID) AND templateId = \(templateID)")
    }
}
