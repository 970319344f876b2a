import ParaphStorage
import ParaphWire

/// What is held against a source of one person's signatures: how much was refused there, and whether somebody learns from the answers.
///
/// Refused samples raise a level, time and samples that match lower it. From ``wary`` on a source is told no similarity below a match, and a
/// match must be nearly sure: whoever tries as often as that guesses. Near copies of one another count as guessing at once, and the source
/// waits. All of it is one person's at one source: nobody can spend it for the person elsewhere.
struct SourceWatch: Hashable, Sendable {
    /// How much was refused and not made good since.
    var level = 0.0
    /// How often guessing was noted, the first time long ago not counted.
    var alarms = 0
    var heldUntil: Timestamp?
    var at: Timestamp

    /// The level from which on a source is told nothing.
    static let wary = 30.0
    /// How much a match lowers the level; who fails more than three times in four is not known by this hand.
    private static let match = 3.0
    /// In how many milliseconds the level falls by one.
    private static let leak = 86_400_000.0
    /// How much guessing raises the level above ``wary``: a week's worth.
    private static let alarm = 7.0
    /// What a match needs where a source is watched: ``VerificationPolicy/Strictness/strictest``.
    static let sure = 0.95
    /// Near copies of one another, from which on they count as guessing.
    static let familyLimit = 4
    /// The first wait in seconds; each further one is twice as long, up to a day.
    private static let wait: Int64 = 3_600
    private static let longestWait: Int64 = 86_400
    /// How long nothing must have been sent for a source's past to be forgotten, in milliseconds.
    static let memory: Int64 = 90 * 86_400_000

    init(at now: Timestamp) { at = now }

    /// The level at a time; a clock that was set back lowers nothing.
    func level(at now: Timestamp) -> Double {
        max(level - Double(max(now.milliseconds - at.milliseconds, 0)) / Self.leak, 0)
    }

    /// Whether the source is told nothing.
    func isWary(at now: Timestamp) -> Bool { level(at: now) >= Self.wary }

    /// How many seconds the source must wait still; `nil` where it need not.
    func wait(at now: Timestamp) -> Int? {
        guard let heldUntil, heldUntil > now else { return nil }
        // A clock that was set back must not make anybody wait longer than the longest wait.
        return Int(min((heldUntil.milliseconds - now.milliseconds + 999) / 1_000, Self.longestWait))
    }

    mutating func noteMatch(at now: Timestamp) {
        (level, at) = (max(level(at: now) - Self.match, 0), now)
    }

    mutating func noteRefusal(at now: Timestamp) {
        (level, at) = (level(at: now) + 1, now)
    }

    mutating func noteGuessing(at now: Timestamp) {
        if now.milliseconds - at.milliseconds >= Self.longestWait * 30 * 1_000 { alarms = 0 }
        heldUntil = now.adding(seconds: min(Self.wait << Int64(min(alarms, 10)), Self.longestWait))
        alarms += 1
        (level, at) = (max(level(at: now), Self.wary + Self.alarm), now)
    }
}

/// What is held against sources.
enum SourceWatchStore {
    static func find(_ source: SignatureSource, of personID: String, in tx: any ReadTransaction) throws -> SourceWatch? {
        let row = try tx.first(
            "SELECT level, alarms, heldUntil, at FROM sourceWatch WHERE personId = \(personID) AND source = \(source.key)"
        )
        guard let row else { return nil }
        var watch = SourceWatch(at: try row.timestamp("at"))
        watch.level = try row.get("level")
        watch.alarms = try row.get("alarms")
        watch.heldUntil = try row.find("heldUntil", as: Int64.self).map { Timestamp(milliseconds: $0) }
        return watch
    }

    static func save(_ watch: SourceWatch, of source: SignatureSource, _ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO sourceWatch (personId, source, level, alarms, heldUntil, at)
            VALUES (\(personID), \(source.key), \(watch.level), \(watch.alarms), \(watch.heldUntil), \(watch.at))
            ON CONFLICT (personId, source) DO UPDATE SET
                level = excluded.level, alarms = excluded.alarms, heldUntil = excluded.heldUntil, at = excluded.at
            """
        )
    }

    /// Forgets sources that sent nothing for long, with what they sent.
    ///
    /// - Returns: how many.
    static func deleteQuiet(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = Timestamp(milliseconds: now.milliseconds - SourceWatch.memory)
        let rows = try tx.rows("SELECT personId, source FROM sourceWatch WHERE at <= \(end) ORDER BY at LIMIT \(limit)")
        for row in rows {
            let (personID, source): (String, String) = (try row.get("personId"), try row.get("source"))
            try tx.execute("DELETE FROM refusedTrace WHERE personId = \(personID) AND source = \(source)")
            try tx.execute("DELETE FROM sourceWatch WHERE personId = \(personID) AND source = \(source)")
        }
        return rows.count
    }
}
