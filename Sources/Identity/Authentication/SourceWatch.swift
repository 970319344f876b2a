import ParaphStorage
import ParaphWire
import ServerKit

/// What is held against a source of one person's signatures: how much was refused there, and whether the answers are used to learn.
///
/// Refused samples raise a level, time and samples that match lower it. From ``wary`` on a source is told no similarity below a match, and a
/// match must be nearly sure: so many tries are guessing. Near copies of one another count as guessing at once, and the source
/// waits. All of it is counted for one person at one source: it cannot be spent for the person elsewhere.
///
/// What was refused is held against the source for each template by itself, and all of it together counts: what matches one template, such
/// as an app's own, makes good nothing that was refused against another.
struct SourceWatch: Hashable, Sendable {
    /// How much was refused against this template and not made good since, at most ``most``.
    var level = 0.0
    /// How often guessing was noted, the first time long ago not counted.
    var alarms = 0
    var heldUntil: Timestamp?
    var at: Timestamp
    /// The same of what was refused against other templates.
    var others: [SourceWatch] = []

    /// The level from which on a source is told nothing.
    static let wary = 30.0
    /// How much a match lowers the level at most; who fails more than three times in four is not known by this hand.
    static let match = 3.0
    /// In how many milliseconds the level falls by one.
    private static let leak = 86_400_000.0
    /// How much guessing raises the level above ``wary``: a week's worth.
    private static let alarm = 7.0
    /// The most that a level comes to, so that a stranger's flood is forgotten in a week: a guesser who waits that long to be told something again
    /// could have been told as much by trying once a day.
    private static let most = wary + alarm
    /// What a match needs where a source is watched: ``VerificationPolicy/Strictness/strictest``.
    static let sure = 0.95
    /// Near copies of one another, from which on they count as guessing.
    static let familyLimit = 4
    /// The first wait in seconds; each further one is twice as long, up to the longest of the source's.
    private static let wait: Int64 = 3_600
    static let longestWait: Int64 = 86_400
    /// How long nothing must have been sent for a source's past to be forgotten, in milliseconds.
    static let memory: Int64 = 90 * 86_400_000

    init(at now: Timestamp) { at = now }

    /// The level at a time; a clock that was set back lowers nothing.
    func level(at now: Timestamp) -> Double {
        max(level - Double(max(now.milliseconds - at.milliseconds, 0)) / Self.leak, 0)
    }

    /// Whether the source is told nothing.
    func isWary(at now: Timestamp) -> Bool { others.reduce(level(at: now)) { $0 + $1.level(at: now) } >= Self.wary }

    /// How many seconds the source must wait still; `nil` where it need not.
    func wait(at now: Timestamp) -> Int? {
        guard let heldUntil = heldUntil(at: now), heldUntil > now else { return nil }
        return Int((heldUntil.milliseconds - now.milliseconds + 999) / 1_000)
    }

    /// Until when the source waits, or waited last; a clock that was set back makes it no longer than the longest wait.
    func heldUntil(at now: Timestamp) -> Timestamp? {
        ([self] + others).compactMap(\.heldUntil).max().map { min($0, now.adding(seconds: Self.longestWait)) }
    }

    /// Notes a match, which makes good so much at the source.
    mutating func noteMatch(at now: Timestamp, credit: Double) {
        (level, at) = (max(level(at: now) - credit, 0), now)
    }

    mutating func noteRefusal(at now: Timestamp) {
        (level, at) = (min(level(at: now) + 1, Self.most), now)
    }

    /// Notes guessing; the source waits so many seconds at most.
    mutating func noteGuessing(at now: Timestamp, longest: Int64) {
        let recent = ([self] + others).filter { now.milliseconds - $0.at.milliseconds < Self.longestWait * 30 * 1_000 }
        let before = recent.map(\.alarms).max() ?? 0
        heldUntil = now.adding(seconds: min(Self.wait << Int64(min(before, 10)), longest))
        alarms = before + 1
        (level, at) = (Self.most, now)
    }
}

/// What is held against sources.
enum SourceWatchStore {
    /// What is held against a source where a template is tried; `nil` where nothing ever was, for any template.
    static func find(
        _ source: SignatureSource,
        trying template: TemplatePlace,
        at now: Timestamp,
        in tx: any ReadTransaction
    ) throws -> SourceWatch? {
        let rows = try tx.rows(
            """
            SELECT place, level, alarms, heldUntil, at FROM sourceWatch
            WHERE personId = \(template.personID) AND source = \(source.key) ORDER BY place
            """
        )
        guard !rows.isEmpty else { return nil }
        let watches = try rows.map { row in
            var watch = SourceWatch(at: try row.timestamp("at"))
            watch.level = try row.get("level")
            watch.alarms = try row.get("alarms")
            watch.heldUntil = try row.timestampIfAny("heldUntil")
            return (place: try row.get("place", as: String.self), watch: watch)
        }
        var watch = watches.first { $0.place == template.key }?.watch ?? SourceWatch(at: now)
        watch.others = watches.filter { $0.place != template.key }.map(\.watch)
        return watch
    }

    static func save(
        _ watch: SourceWatch,
        of source: SignatureSource,
        trying template: TemplatePlace,
        in tx: any WriteTransaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO sourceWatch (personId, source, place, level, alarms, heldUntil, at)
            VALUES (\(template.personID), \(source.key), \(template.key), \(watch.level), \(watch.alarms), \(watch.heldUntil), \(watch.at))
            ON CONFLICT (personId, source, place) DO UPDATE SET
                level = excluded.level, alarms = excluded.alarms, heldUntil = excluded.heldUntil, at = excluded.at
            """
        )
    }

    /// Ends a device's wait, because another factor was shown there; what it is told stays as it is.
    static func endWait(ofDevice deviceID: String, _ personID: String, in tx: any WriteTransaction) throws {
        let source = SignatureSource.key(deviceID: deviceID)
        try tx.execute("UPDATE sourceWatch SET heldUntil = NULL WHERE personId = \(personID) AND source = \(source)")
    }

    /// Forgets sources that sent nothing for long, with what they sent.
    ///
    /// - Returns: how many.
    static func deleteQuiet(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = Timestamp(milliseconds: now.milliseconds - SourceWatch.memory)
        let rows = try tx.rows("SELECT personId, source, place FROM sourceWatch WHERE at <= \(end) ORDER BY at LIMIT \(limit)")
        for row in rows {
            let (personID, source): (String, String) = (try row.get("personId"), try row.get("source"))
            let place: String = try row.get("place")
            try tx.execute("DELETE FROM sourceWatch WHERE personId = \(personID) AND source = \(source) AND place = \(place)")
            try tx.execute(
                """
                DELETE FROM refusedTrace WHERE personId = \(personID) AND source = \(source)
                    AND NOT EXISTS (SELECT 1 FROM sourceWatch WHERE personId = \(personID) AND source = \(source))
                """
            )
        }
        return rows.count
    }
}
