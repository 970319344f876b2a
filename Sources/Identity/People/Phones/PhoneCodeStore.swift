import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// The code that was texted to a person last, with the number that it went to: sealed by the person's key.
struct PhoneCodeRecord: Sendable {
    let personID: String
    /// The number and the digits.
    let contents: Contents
    /// The text that carries it.
    let messageID: String
    let failures: Int
    let expiresAt: Timestamp

    struct Contents: Codable, Hashable, Sendable {
        var number: String
        var digits: String
    }
}

/// The rows of texted codes, one for each person.
enum PhoneCodeStore {
    private static let table = "phoneCode"

    /// Keeps a code in place of the one before.
    static func put(_ record: PhoneCodeRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let id = record.personID
        let bytes = Array(try JSONEncoder().encode(record.contents))
        let sealed = try keys.seal(bytes, holder: id, table: table, row: id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO phoneCode (personId, sealedCode, messageId, failures, expiresAt)
            VALUES (\(id), \(sealed), \(record.messageID), \(record.failures), \(record.expiresAt))
            ON CONFLICT (personId) DO UPDATE SET sealedCode = excluded.sealedCode, messageId = excluded.messageId,
                failures = excluded.failures, expiresAt = excluded.expiresAt
            """
        )
    }

    /// A person's code that is good at a moment.
    static func find(of id: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> PhoneCodeRecord? {
        try tx.first("SELECT * FROM phoneCode WHERE personId = \(id) AND expiresAt > \(now)").map { row in
            let bytes = try keys.open(try row.get("sealedCode"), holder: id, table: table, row: id, version: 1, in: tx)
            return PhoneCodeRecord(
                personID: id,
                contents: try JSONDecoder().decode(PhoneCodeRecord.Contents.self, from: Data(bytes)),
                messageID: try row.get("messageId"),
                failures: try row.get("failures"),
                expiresAt: try row.timestamp("expiresAt")
            )
        }
    }

    /// Counts a wrong code.
    static func addFailure(of id: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE phoneCode SET failures = failures + 1 WHERE personId = \(id)")
    }

    static func delete(of id: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM phoneCode WHERE personId = \(id)")
    }

    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            "DELETE FROM phoneCode WHERE personId IN (SELECT personId FROM phoneCode WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit))"
        )
    }
}

/// Who has the operator's notices texted.
enum TextNoticeStore {
    static func contains(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT since FROM textNotice WHERE personId = \(personID)") != nil
    }

    static func insert(_ personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("INSERT INTO textNotice (personId, since) VALUES (\(personID), \(now)) ON CONFLICT (personId) DO NOTHING")
    }

    static func delete(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM textNotice WHERE personId = \(personID)")
    }

    /// Some of them by their id, after one.
    static func people(after last: String, limit: Int, in tx: any ReadTransaction) throws -> [String] {
        try tx.rows("SELECT personId FROM textNotice WHERE personId > \(last) ORDER BY personId LIMIT \(limit)").map {
            try $0.get("personId")
        }
    }
}
