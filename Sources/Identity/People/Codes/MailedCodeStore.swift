import ParaphStorage
import ParaphWire
import ServerKit

/// A code that was mailed to an address, as the table `mailedCode` keeps it.
struct MailedCodeRecord: Sendable {
    let id: String
    let isLong: Bool
    let sealed: [UInt8]
}

/// The codes that wait at addresses, each sealed by a key of its own, which is destroyed when it ends.
enum MailedCodeStore {
    /// How long a code is good, in seconds.
    static func lifetime(long: Bool) -> Int64 { long ? 86_400 : 3600 }
    /// How long wrong tries count, in seconds; the rows are kept for as long.
    static let day: Int64 = 86_400

    /// Keeps a new code.
    static func insert(_ code: MailedCode, for receiver: LetterReceiver, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction)
        throws
    {
        let id = Identifier.random()
        try keys.create(holder: OneTimeCode.holder, in: tx)
        try keys.create(object: object(of: id), holders: [OneTimeCode.holder], in: tx)
        let sealed = try keys.seal(
            Array(code.digits.utf8),
            object: object(of: id),
            holder: OneTimeCode.holder,
            table: "mailedCode",
            row: id,
            version: 1,
            in: tx
        )
        try tx.execute(
            """
            INSERT INTO mailedCode (id, receiver, sealedDigits, isLong, failures, createdAt, expiresAt)
            VALUES (\(id), \(receiver.hash), \(sealed), \(code.isLong), 0, \(now), \(now.adding(seconds: lifetime(long: code.isLong))))
            """
        )
    }

    /// The codes of an address that are good until a moment, the newest first.
    static func good(for receiver: LetterReceiver, until moment: Timestamp, in tx: any ReadTransaction) throws -> [MailedCodeRecord] {
        try tx.rows(
            """
            SELECT id, isLong, sealedDigits FROM mailedCode WHERE receiver = \(receiver.hash) AND expiresAt > \(moment)
            ORDER BY createdAt DESC, id
            """
        ).map { MailedCodeRecord(id: try $0.get("id"), isLong: try $0.get("isLong"), sealed: try $0.get("sealedDigits")) }
    }

    /// The code itself.
    static func open(_ record: MailedCodeRecord, keys: KeyRing, in tx: any ReadTransaction) throws -> MailedCode? {
        let (object, holder) = (object(of: record.id), OneTimeCode.holder)
        let digits = try keys.open(record.sealed, object: object, holder: holder, table: "mailedCode", row: record.id, version: 1, in: tx)
        return MailedCode(typed: String(decoding: digits, as: UTF8.self))
    }

    /// Counts a wrong try of six digits.
    static func addFailure(to record: MailedCodeRecord, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE mailedCode SET failures = failures + 1 WHERE id = \(record.id)")
    }

    /// The wrong tries at an address within a day.
    static func failures(for receiver: LetterReceiver, at now: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try tx.first(
            """
            SELECT CAST(COALESCE(SUM(failures), 0) AS BIGINT) AS failures FROM mailedCode
            WHERE receiver = \(receiver.hash) AND createdAt > \(now.adding(seconds: -day))
            """
        )?.get("failures") ?? 0
    }

    /// Shreds the codes of an address.
    static func delete(for receiver: LetterReceiver, keys: KeyRing, in tx: any WriteTransaction) throws {
        try delete(try tx.rows("SELECT id FROM mailedCode WHERE receiver = \(receiver.hash)"), keys: keys, in: tx)
    }

    /// Shreds every code.
    static func deleteAll(keys: KeyRing, in tx: any WriteTransaction) throws {
        try delete(try tx.rows("SELECT id FROM mailedCode"), keys: keys, in: tx)
    }

    /// Shreds codes whose wrong tries count no more, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -day - lifetime(long: false))
        let rows = try tx.rows("SELECT id FROM mailedCode WHERE createdAt <= \(end) ORDER BY createdAt LIMIT \(limit)")
        try delete(rows, keys: keys, in: tx)
        return rows.count
    }

    private static func object(of id: String) -> String { "mailedCode/\(id)" }

    private static func delete(_ rows: [Row], keys: KeyRing, in tx: any WriteTransaction) throws {
        for row in rows {
            let id: String = try row.get("id")
            try keys.destroy(object: object(of: id), in: tx)
            try tx.execute("DELETE FROM mailedCode WHERE id = \(id)")
        }
    }
}
