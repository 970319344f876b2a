import ParaphStorage
import ParaphWire
import ServerKit

/// Counts what people did with files within an hour that reaches others, so that no one is flooded; not whom it reached.
enum FileCounter: CaseIterable {
    /// Tries to let a reader in.
    case invitations
    /// Receivers of mails with files.
    case receivers

    /// How long something counts, in seconds.
    private static let reach: Int64 = 3600

    /// How many may count of one person at a time.
    private var limit: Int {
        switch self {
        case .invitations: FileLimits.invitationsAnHour
        case .receivers: FileLimits.receiversAnHour
        }
    }

    private var table: SQL {
        switch self {
        case .invitations: "fileInvitation"
        case .receivers: "fileMail"
        }
    }

    /// How much a row counts for.
    private var amount: SQL {
        switch self {
        case .invitations: "1"
        case .receivers: "receivers"
        }
    }

    /// Counts so many more; an invitation is one.
    ///
    /// - Returns: whether they and what counts still are no more than there may be; nothing is counted otherwise.
    func count(_ number: Int = 1, by personID: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        let row = try tx.first(
            """
            SELECT CAST(COALESCE(SUM(\(amount)), 0) AS BIGINT) AS amount FROM \(table)
            WHERE personId = \(personID) AND at > \(now.adding(seconds: -Self.reach))
            """
        )
        guard try (row?.get("amount") ?? 0) + number <= limit else { return false }
        let id = Identifier.random()
        switch self {
        case .invitations:
            try tx.execute("INSERT INTO fileInvitation (id, personId, at) VALUES (\(id), \(personID), \(now))")
        case .receivers:
            try tx.execute(
                "INSERT INTO fileMail (id, personId, receivers, at) VALUES (\(id), \(personID), \(number), \(now))"
            )
        }
        return true
    }

    /// Forgets some of what counts no more, and says how many rows.
    func sweep(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -Self.reach).milliseconds
        return try tx.execute(
            "DELETE FROM \(table) WHERE id IN (SELECT id FROM \(table) WHERE at <= \(end) ORDER BY at LIMIT \(limit))"
        )
    }

    /// Forgets a person.
    func delete(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM \(table) WHERE personId = \(personID)")
    }
}
