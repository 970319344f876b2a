import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of texts: to whom by a keyed hash, and how far each came.
enum TextMessageStore {
    private static let receivers = "textMessages/receiver"
    /// How long a row stays, in seconds: a gateway tells for as long what became of a text.
    static let lifetime: Int64 = 2 * 86_400

    /// What a number is counted by.
    static func receiver(_ number: String, keys: KeyRing, in tx: any WriteTransaction) throws -> [UInt8] {
        try keys.create(holder: receivers, in: tx)
        guard let hash = try keys.hash(number, holder: receivers, in: tx) else {
            throw StorageError(.notFound, "the key of \(receivers) is not there")
        }
        return hash
    }

    static func insert(
        _ id: String,
        personID: String,
        receiver: [UInt8],
        purpose: TextMessage.Purpose,
        key: SecretHash,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO textMessage (id, personId, receiver, purpose, keyHash, state, createdAt)
            VALUES (\(id), \(personID), \(receiver), \(purpose.rawValue), \(key), \(TextMessage.State.waiting.rawValue), \(now))
            """
        )
    }

    /// What a person asked for, and what went to a number, since a moment.
    static func entries(
        of personID: String,
        to receiver: [UInt8],
        _ purpose: TextMessage.Purpose,
        since: Timestamp,
        in tx: any ReadTransaction
    ) throws -> [TextMessagePolicy.Entry] {
        try tx.rows(
            """
            SELECT personId, receiver, createdAt FROM textMessage
            WHERE (personId = \(personID) OR receiver = \(receiver)) AND purpose = \(purpose.rawValue) AND createdAt > \(since)
            ORDER BY createdAt DESC, id LIMIT 200
            """
        ).map { row in
            TextMessagePolicy.Entry(
                personID: try row.find("personId"),
                isToNumber: try row.get("receiver", as: [UInt8].self) == receiver,
                createdAt: try row.timestamp("createdAt")
            )
        }
    }

    static func state(of id: String, in tx: any ReadTransaction) throws -> TextMessage.State? {
        try tx.first("SELECT state FROM textMessage WHERE id = \(id)")?.choice("state")
    }

    /// The text that a receipt is about.
    static func find(key: SecretHash, in tx: any ReadTransaction) throws -> String? {
        try tx.first("SELECT id FROM textMessage WHERE keyHash = \(key)")?.get("id")
    }

    /// Notes how far a text came; what is final stays, and nothing goes back.
    ///
    /// - Returns: whether that was new.
    @discardableResult static func move(_ id: String, to state: TextMessage.State, in tx: any WriteTransaction) throws -> Bool {
        let (waiting, accepted) = (TextMessage.State.waiting.rawValue, state.isFinal ? TextMessage.State.accepted.rawValue : "")
        return try tx.execute(
            "UPDATE textMessage SET state = \(state.rawValue) WHERE id = \(id) AND (state = \(waiting) OR state = \(accepted))"
        ) > 0
    }

    /// How a person's texts stand, the oldest first.
    static func list(of personID: String, in tx: any ReadTransaction) throws -> [(purpose: String, state: String, createdAt: Timestamp)] {
        try tx.rows("SELECT purpose, state, createdAt FROM textMessage WHERE personId = \(personID) ORDER BY createdAt, id").map {
            (try $0.get("purpose"), try $0.get("state"), try $0.timestamp("createdAt"))
        }
    }

    /// Forgets whose texts these were; they count for the number until their time is over.
    static func forget(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE textMessage SET personId = NULL WHERE personId = \(personID)")
    }

    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -lifetime)
        return try tx.execute(
            "DELETE FROM textMessage WHERE id IN (SELECT id FROM textMessage WHERE createdAt <= \(end) ORDER BY createdAt LIMIT \(limit))"
        )
    }
}
