public import ParaphStorage
import ParaphWire

/// What changed for each person, numbered in the order of the commits.
///
/// A number is taken by an update of the person's clock inside the transaction that makes the change, and the row stays locked until the
/// commit. So no reader ever sees a number and later a smaller one, which is how dates, and sequences that count before the commit, lose updates.
/// Of each thing only the latest change is kept: one row for each thing that is there, and for each that went among the last ``memory`` changes.
public enum ChangeLog {
    /// How many changes back a removal is remembered; a client that missed more of its person's changes loads everything anew.
    static let memory: Int64 = 5_000
    /// How many changes come between two turns of forgetting.
    private static let turn: Int64 = 500

    /// The tables that keep it.
    public static let migrations = [baseline]

    /// What wakes who follows a person's changes.
    static func topic(of personID: String) -> Topic { Topic("sync/\(personID)") }

    /// Notes in a transaction that it changes a thing which some people have.
    ///
    /// People are taken in the order of their ids, so that two transactions which change things of the same people queue up. It costs two
    /// statements for each person.
    ///
    /// - Parameters:
    ///   - kind: What kind of thing.
    ///   - id: Its id.
    ///   - people: Whose lists show it.
    ///   - isRemoved: Whether they have it no more.
    ///   - tx: The transaction that changes it.
    /// - Throws: `StorageError` where the database refuses.
    public static func note(
        _ kind: ChangeKind,
        _ id: String,
        for people: some Sequence<String>,
        isRemoved: Bool = false,
        in tx: any WriteTransaction
    ) throws {
        for personID in Set(people).sorted() {
            let row = try tx.first(
                """
                INSERT INTO syncClock (personId, number, forgotten) VALUES (\(personID), 1, 0)
                ON CONFLICT (personId) DO UPDATE SET number = syncClock.number + 1 RETURNING number
                """
            )
            guard let number = try row?.get("number", as: Int64.self) else {
                throw StorageError(.unexpectedValue, "a clock gave no number")
            }
            try tx.execute(
                """
                INSERT INTO syncChange (personId, kind, thing, number, removed)
                VALUES (\(personID), \(kind.name), \(id), \(number), \(isRemoved))
                ON CONFLICT (personId, kind, thing) DO UPDATE SET number = excluded.number, removed = excluded.removed
                """
            )
            if number % turn == 0, number > memory { try forget(until: number - memory, of: personID, in: tx) }
            tx.wake(topic(of: personID))
        }
    }

    /// Notes what a statement changed that ends with `RETURNING id, personId`; rows without a person are passed over.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult
    public static func note(_ kind: ChangeKind, changedBy sql: SQL, isRemoved: Bool = false, in tx: any WriteTransaction) throws -> Int {
        let rows = try tx.rows(sql)
        let things = try rows.compactMap { row -> (person: String, id: String)? in
            guard let person: String = try row.find("personId") else { return nil }
            return (person, try row.get("id"))
        }
        for thing in things.sorted(by: { ($0.person, $0.id) < ($1.person, $1.id) }) {
            try note(kind, thing.id, for: [thing.person], isRemoved: isRemoved, in: tx)
        }
        return rows.count
    }

    /// What changed for a person after a cursor; O(`limit`) rows by an index.
    ///
    /// - Parameters:
    ///   - personID: The person.
    ///   - text: The cursor of an earlier answer; `nil` begins.
    ///   - limit: How many changes at most.
    ///   - tx: The transaction.
    /// - Returns: the changes; a reset where the cursor cannot be continued: it is of another epoch, from the future, too old, or none.
    /// - Throws: `StorageError` where the database refuses.
    static func changes(of personID: String, after text: String?, limit: Int, in tx: any ReadTransaction) throws -> Changes {
        let epoch = try Epoch.current(in: tx) ?? ""
        let clock = try tx.first("SELECT number, forgotten FROM syncClock WHERE personId = \(personID)")
        let newest = try clock?.get("number", as: Int64.self) ?? 0
        let forgotten = try clock?.get("forgotten", as: Int64.self) ?? 0
        guard let cursor = text.flatMap(ChangeCursor.init), cursor.epoch == epoch, (forgotten...newest).contains(cursor.number) else {
            return Changes(cursor: ChangeCursor(epoch: epoch, number: newest).text, isReset: true)
        }
        let rows = try tx.rows(
            """
            SELECT kind, thing, number, removed FROM syncChange WHERE personId = \(personID) AND number > \(cursor.number)
            ORDER BY number LIMIT \(limit + 1)
            """
        )
        let page = rows.prefix(limit)
        let hasMore = rows.count > limit
        // Past the last change the clock says where to go on: numbers of changes that another one replaced are gone.
        let last = hasMore ? try page.last?.get("number", as: Int64.self) ?? cursor.number : newest
        return Changes(
            changes: try page.map {
                Change(kind: Open(rawValue: try $0.get("kind")), id: try $0.get("thing"), isRemoved: try $0.get("removed"))
            },
            cursor: ChangeCursor(epoch: epoch, number: last).text,
            hasMore: hasMore
        )
    }

    /// How many changes a person's clock has counted.
    static func count(of personID: String, in tx: any ReadTransaction) throws -> Int64 {
        try tx.first("SELECT number FROM syncClock WHERE personId = \(personID)")?.get("number") ?? 0
    }

    /// Forgets removals up to a number: who has not read so far loads everything anew.
    private static func forget(until number: Int64, of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM syncChange WHERE personId = \(personID) AND number <= \(number) AND removed = 1")
        try tx.execute("UPDATE syncClock SET forgotten = \(number) WHERE personId = \(personID)")
    }

    /// Deletes what is noted of a person.
    static func erase(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM syncChange WHERE personId = \(personID)")
        try tx.execute("DELETE FROM syncClock WHERE personId = \(personID)")
    }
}
