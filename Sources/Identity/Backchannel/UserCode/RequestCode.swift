import ParaphStorage
import ParaphWire
import ServerKit

/// What a person tells programs that are to ask them, so that knowing a name is not enough (`user_code`: CIBA Core 1.0, section 7.1).
struct RequestCode: Hashable, Sendable {
    /// In capitals: whether it is typed so does not matter.
    private let text: String

    /// How many letters and digits it has.
    static let length = 6...20

    /// Reads what was typed; `nil` for what is no code.
    init?(_ typed: String) {
        guard Self.length.contains(typed.utf8.count), typed.utf8.allSatisfy({ $0 < 0x80 }), typed.allSatisfy({ $0.isLetter || $0.isNumber })
        else { return nil }
        text = typed.uppercased()
    }

    /// As it is kept: so short a text could be guessed from a plain hash.
    func hash(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [UInt8]? {
        try keys.hash("request code \(text)", holder: personID, in: tx)
    }
}

/// The rows of people's codes for requests.
enum RequestCodeStore {
    /// When a person set a code; `nil` where there is none.
    static func setAt(of personID: String, in tx: any ReadTransaction) throws -> Timestamp? {
        try tx.first("SELECT setAt FROM requestCode WHERE personId = \(personID)")?.timestamp("setAt")
    }

    /// Sets a person's code; what was guessed of the one before counts no more.
    static func set(_ code: RequestCode, of personID: String, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard let hash = try code.hash(of: personID, keys: keys, in: tx) else {
            throw StorageError(.unexpectedValue, "a person has no key")
        }
        try tx.execute(
            """
            INSERT INTO requestCode (personId, hash, setAt) VALUES (\(personID), \(hash), \(now))
            ON CONFLICT (personId) DO UPDATE SET hash = excluded.hash, setAt = excluded.setAt
            """
        )
        try tx.execute("DELETE FROM requestCodeGuess WHERE personId = \(personID)")
    }

    /// Removes a person's code.
    static func delete(of personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM requestCode WHERE personId = \(personID)")
        try tx.execute("DELETE FROM requestCodeGuess WHERE personId = \(personID)")
    }

    /// How many wrong codes a client has for a person, and for how long it then has none, in seconds.
    private static let (limit, pause): (Int64, Int64) = (5, 3600)

    /// Whether what a client brought is a person's code; a wrong one is counted for this client and person alone, so that no other client spends its tries.
    ///
    /// Where none are left the right one is wrong too, and nothing tells the two apart.
    static func accepts(
        _ typed: String,
        of personID: String,
        from clientID: String,
        at now: Timestamp,
        keys: KeyRing,
        in tx: any WriteTransaction
    )
        throws -> Bool
    {
        guard let row = try tx.first("SELECT hash FROM requestCode WHERE personId = \(personID)") else { return false }
        let guesses = try tx.first("SELECT count, expiresAt FROM requestCodeGuess WHERE clientId = \(clientID) AND personId = \(personID)")
        if let guesses, try guesses.timestamp("expiresAt") > now, try guesses.get("count", as: Int64.self) >= limit { return false }
        if let hash = try RequestCode(typed)?.hash(of: personID, keys: keys, in: tx), try hash == row.get("hash") {
            try tx.execute("DELETE FROM requestCodeGuess WHERE clientId = \(clientID) AND personId = \(personID)")
            return true
        }
        try tx.execute(
            """
            INSERT INTO requestCodeGuess (clientId, personId, count, expiresAt) VALUES (\(clientID), \(personID), 1, \(now.adding(seconds: pause)))
            ON CONFLICT (clientId, personId) DO UPDATE
            SET count = CASE WHEN requestCodeGuess.expiresAt <= \(now) THEN 1 ELSE requestCodeGuess.count + 1 END, expiresAt = excluded.expiresAt
            """
        )
        return false
    }

    /// Deletes guesses that count for nothing any more, and says how many there were.
    static func deleteExpiredGuesses(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let expired: SQL = "SELECT clientId, personId FROM requestCodeGuess WHERE expiresAt <= \(now) ORDER BY expiresAt LIMIT \(limit)"
        return try tx.execute("DELETE FROM requestCodeGuess WHERE (clientId, personId) IN (\(expired))")
    }
}
