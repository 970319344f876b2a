import ParaphStorage
import ParaphWire
import ServerKit

/// Who a letter goes to, as the counter keeps them: by a keyed hash, for addresses without an account must not be readable.
struct LetterReceiver: Hashable, Sendable {
    let hash: [UInt8]

    init(_ email: EmailAddress, keys: KeyRing, in tx: any WriteTransaction) throws {
        hash = try PersonLookup.hash(keeping: email, keys: keys, in: tx)
    }

    /// The mailbox of an address, for letters that others can cause to any address they like; a person's erasure forgets what was counted of
    /// their own address alone, so that what stands here of one with a tag ends after a day.
    init(mailboxOf email: EmailAddress, keys: KeyRing, in tx: any WriteTransaction) throws {
        try self.init(email.mailbox, keys: keys, in: tx)
    }

    init(hash: [UInt8]) {
        self.hash = hash
    }
}

/// Counts letters to each receiver by who caused them, for a day.
enum LetterStore {
    /// What a counter says of a letter.
    enum Admission: Hashable, Sendable {
        case sent
        /// It is sent, and the next of its kind are not, for a while.
        case last
        /// It is not sent; the receiver had enough of them lately.
        case held
    }

    /// Counts a letter that is about to be sent, unless there were enough of its kind.
    ///
    /// The source is the network that it was asked from, or the person who caused it; `nil` counts as one source.
    static func admit(_ kind: NoticeKind, to receiver: LetterReceiver, from source: String?, at now: Timestamp, in tx: any WriteTransaction)
        throws -> Admission
    {
        let limit = kind.limit
        let day = try count(kind, to: receiver, since: now.adding(seconds: -day), in: tx)
        let recent = try count(kind, to: receiver, since: now.adding(seconds: -limit.window), in: tx)
        guard day < limit.daily, recent < limit.total else { return .held }
        let own = try tx.first(
            """
            SELECT COUNT(*) AS count FROM letter
            WHERE receiver = \(receiver.hash) AND kind = \(kind.name) AND source = \(source ?? "") AND at > \(now.adding(seconds: -limit.window))
            """
        )
        guard try own?.get("count", as: Int.self) ?? 0 < limit.ofSource else { return .held }
        try note(kind, to: receiver, from: source, at: now, in: tx)
        return day + 1 == limit.daily || recent + 1 == limit.total ? .last : .sent
    }

    /// Counts a letter that is sent in any case.
    static func note(_ kind: NoticeKind, to receiver: LetterReceiver, from source: String?, at now: Timestamp, in tx: any WriteTransaction)
        throws
    {
        try tx.execute(
            """
            INSERT INTO letter (id, receiver, kind, source, at)
            VALUES (\(Identifier.random()), \(receiver.hash), \(kind.name), \(source ?? ""), \(now))
            """
        )
    }

    /// How many letters of a kind went to a receiver since a moment.
    static func count(_ kind: NoticeKind, to receiver: LetterReceiver, since moment: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try tx.first(
            "SELECT COUNT(*) AS count FROM letter WHERE receiver = \(receiver.hash) AND kind = \(kind.name) AND at > \(moment)"
        )?.get("count") ?? 0
    }

    /// Forgets a receiver.
    static func delete(to receiver: LetterReceiver, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM letter WHERE receiver = \(receiver.hash)")
    }

    /// Forgets letters that count no more, and says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -day)
        return try tx.execute("DELETE FROM letter WHERE id IN (SELECT id FROM letter WHERE at <= \(end) ORDER BY at LIMIT \(limit))")
    }

    private static let day: Int64 = 86_400
}
