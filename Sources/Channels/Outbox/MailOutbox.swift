import Foundation
public import ParaphStorage
import ParaphWire
import ServerKit

/// Mails on their way: taken in the transaction of what they tell about, and sent once that is durable.
///
/// A mail is never lost: it is there with its cause, or neither is. It may arrive twice when the program dies while sending; both copies carry
/// the same Message-ID. Receiver and text are sealed at rest, and gone from the table once the mail is sent.
public struct MailOutbox: Sendable {
    private static let holder = "channels/outbox"
    private static let table = "outboxMail"
    /// Rung for when a mail waits.
    static let topic: Topic = "channels/outbox"

    private let keys: KeyRing
    let time: any TimeSource

    init(keys: KeyRing, time: any TimeSource) {
        self.keys = keys
        self.time = time
    }

    /// Takes a mail; it leaves after the transaction's commit.
    ///
    /// - Returns: What identifies the mail, the first part of its Message-ID.
    /// - Throws: ``MailError`` of code `invalidMail`, `StorageError`.
    @discardableResult
    public func enqueue(_ mail: Mail, in tx: any WriteTransaction) throws -> String {
        try mail.validate()
        let id = Identifier.random()
        let now = time.now().milliseconds
        try keys.create(holder: Self.holder, in: tx)
        let plain = Array(try JSONEncoder().encode(mail))
        let sealed = try keys.seal(plain, holder: Self.holder, table: Self.table, row: id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO outboxMail (id, sealed, createdAt, dueAt, attempts, hasFile)
            VALUES (\(id), \(sealed), \(now), \(now), 0, \(mail.attachment == nil ? 0 : 1))
            """
        )
        tx.wake(Self.topic)
        return id
    }

    /// How many mails wait and how many were given up, for those who watch the instance.
    public func counts(in tx: any ReadTransaction) throws -> (waiting: Int, dead: Int) {
        let row = try tx.first("SELECT COUNT(*) AS every, COUNT(diedAt) AS dead FROM outboxMail")
        let every = try row?.get("every", as: Int.self) ?? 0
        let dead = try row?.get("dead", as: Int.self) ?? 0
        return (every - dead, dead)
    }

    // MARK: Sending

    /// Mails that leave beside the others, so that none waits for another kind.
    enum Lane: Int, CaseIterable, Sendable {
        /// Texts: codes, notices.
        case texts
        /// Mails with files, of which each takes tens of megabytes of memory and minutes on a slow line.
        case files

        /// How many leave at a time.
        var width: Int { self == .texts ? 4 : 1 }
    }

    /// A mail that one sender holds until its lease ends.
    struct Claim: Sendable {
        var id: String
        var attempt: Int
        var createdAt: Timestamp
        /// The mail, or `nil` where it cannot be opened again.
        var mail: Mail?
    }

    /// Takes as many mails of a lane as leave at a time, of those that are due; nobody else takes them until the lease ends.
    func claim(_ lane: Lane, leaseSeconds: Int64, in tx: any WriteTransaction) throws -> [Claim] {
        let now = time.now()
        let due = try tx.rows(
            """
            SELECT id, sealed, createdAt, attempts FROM outboxMail
            WHERE diedAt IS NULL AND hasFile = \(lane.rawValue) AND dueAt <= \(now.milliseconds) ORDER BY dueAt, id LIMIT \(lane.width)
            """
        )
        return try due.map { row in
            let id: String = try row.get("id")
            let attempt: Int = try row.get("attempts") + 1
            let sealed: [UInt8] = try row.get("sealed")
            let until = now.adding(seconds: leaseSeconds).milliseconds
            try tx.execute("UPDATE outboxMail SET attempts = \(attempt), dueAt = \(until) WHERE id = \(id)")
            return Claim(
                id: id,
                attempt: attempt,
                createdAt: Timestamp(milliseconds: try row.get("createdAt")),
                mail: open(sealed, id: id, in: tx)
            )
        }
    }

    /// Opens a mail; `nil` where it cannot be opened any more.
    func open(_ sealed: [UInt8], id: String, in tx: any ReadTransaction) -> Mail? {
        let plain = try? keys.open(sealed, holder: Self.holder, table: Self.table, row: id, version: 1, in: tx)
        return plain.flatMap { try? JSONDecoder().decode(Mail.self, from: Data($0)) }
    }

    /// Forgets a mail that was sent.
    func finish(_ claim: Claim, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM outboxMail WHERE id = \(claim.id)")
    }

    /// Lets a mail wait for its next try, unless another sender has taken it over meanwhile.
    func postpone(_ claim: Claim, seconds: Int64, failure: String, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE outboxMail SET dueAt = \(time.now().adding(seconds: seconds).milliseconds), failure = \(failure)
            WHERE id = \(claim.id) AND attempts = \(claim.attempt) AND diedAt IS NULL
            """
        )
    }

    /// Gives a mail up, and tells who wrote it; it stays as a dead letter.
    func bury(_ claim: Claim, failure: String, in tx: any WriteTransaction) throws {
        let isGivenUp =
            try tx.execute(
                """
                UPDATE outboxMail SET diedAt = \(time.now().milliseconds), failure = \(failure)
                WHERE id = \(claim.id) AND attempts = \(claim.attempt) AND diedAt IS NULL
                """
            ) == 1
        if isGivenUp, let notice = claim.mail?.undelivered { try enqueue(notice, in: tx) }
    }
}
