import ParaphStorage
import ParaphWire
import ServerKit

/// A device without a browser that asks for access (RFC 8628, section 3.1).
struct DeviceGrantRecord: Hashable, Sendable {
    let id: String
    let clientID: String
    let scopes: Set<TokenScope>
    var status = Status.pending
    /// What the tokens hang on, once the person approved.
    var grantID: String?
    /// How the person had signed in who approved.
    var authentication: AuthenticationEvent?
    /// How far apart the client's questions are to be, in seconds.
    var pollSeconds: Int64
    var polledAt: Timestamp?
    var redeemedAt: Timestamp?
    let createdAt: Timestamp
    let expiresAt: Timestamp

    enum Status: String, Sendable { case pending, approved, declined }
}

/// The rows of devices that ask.
enum DeviceGrantStore {
    static func insert(_ record: DeviceGrantRecord, code: SecretHash, userCode: [UInt8], in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO oauthDeviceRequest (id, clientId, codeHash, userCodeHash, scopes, status, pollSeconds, createdAt, expiresAt)
            VALUES (\(record.id), \(record.clientID), \(code), \(userCode), \(record.scopes.text), \(record.status.rawValue),
                \(record.pollSeconds), \(record.createdAt), \(record.expiresAt))
            """
        )
    }

    /// The one that a client asks about.
    static func find(_ code: SecretHash, client clientID: String, in tx: any ReadTransaction) throws -> DeviceGrantRecord? {
        try tx.first("SELECT * FROM oauthDeviceRequest WHERE codeHash = \(code) AND clientId = \(clientID)").map(record)
    }

    /// The one whose code a person typed, while it waits.
    static func find(userCode: [UInt8], at now: Timestamp, in tx: any ReadTransaction) throws -> DeviceGrantRecord? {
        try tx.first("SELECT * FROM oauthDeviceRequest WHERE userCodeHash = \(userCode) AND status = 'pending' AND expiresAt > \(now)")
            .map(record)
    }

    private static func record(_ row: Row) throws -> DeviceGrantRecord {
        DeviceGrantRecord(
            id: try row.get("id"),
            clientID: try row.get("clientId"),
            scopes: Set(words: try row.get("scopes")),
            status: try row.choice("status"),
            grantID: try row.find("grantId"),
            authentication: try row.timestampIfAny("authenticatedAt").map {
                AuthenticationEvent(at: $0, method: try row.choiceIfAny("method"))
            },
            pollSeconds: try row.get("pollSeconds"),
            polledAt: try row.timestampIfAny("polledAt"),
            redeemedAt: try row.timestampIfAny("redeemedAt"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }

    /// Writes what changes of one.
    static func update(_ record: DeviceGrantRecord, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE oauthDeviceRequest SET status = \(record.status.rawValue), grantId = \(record.grantID),
                authenticatedAt = \(record.authentication?.at), method = \(record.authentication?.method?.rawValue),
                pollSeconds = \(record.pollSeconds), polledAt = \(record.polledAt), redeemedAt = \(record.redeemedAt)
            WHERE id = \(record.id)
            """
        )
    }

    /// How long one is known after its end, so that its end is told, in seconds.
    private static let memory: Int64 = 3600

    /// Deletes those that are over for good, and says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -memory)
        return try tx.execute(
            """
            DELETE FROM oauthDeviceRequest WHERE id IN
                (SELECT id FROM oauthDeviceRequest WHERE expiresAt <= \(end) ORDER BY expiresAt, id LIMIT \(limit))
            """
        )
    }
}

/// How often people typed codes that are none: five wrong ones are a pause of ten minutes (RFC 8628, section 5.1).
enum DeviceGuessStore {
    static let limit: Int64 = 5
    private static let pause: Int64 = 600

    /// Refuses who guessed too often.
    ///
    /// - Throws: a `tooMany` ``Problem``.
    static func check(_ personID: String, at now: Timestamp, in tx: any ReadTransaction) throws {
        guard let row = try tx.first("SELECT count, expiresAt FROM oauthDeviceGuess WHERE personId = \(personID)") else { return }
        let (count, end): (Int64, Timestamp) = (try row.get("count"), try row.timestamp("expiresAt"))
        guard end <= now || count < limit else {
            throw Problem.tooMany(retryAfter: Int((end.milliseconds - now.milliseconds + 999) / 1000))
        }
    }

    /// Counts a wrong code.
    static func add(_ personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        let end = now.adding(seconds: pause)
        try tx.execute(
            """
            INSERT INTO oauthDeviceGuess (personId, count, expiresAt) VALUES (\(personID), 1, \(end))
            ON CONFLICT (personId) DO UPDATE
            SET count = CASE WHEN oauthDeviceGuess.expiresAt <= \(now) THEN 1 ELSE oauthDeviceGuess.count + 1 END, expiresAt = excluded.expiresAt
            """
        )
    }

    /// Deletes what counts for nothing any more, and says how many there were.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM oauthDeviceGuess WHERE personId IN
                (SELECT personId FROM oauthDeviceGuess WHERE expiresAt <= \(now) ORDER BY expiresAt, personId LIMIT \(limit))
            """
        )
    }
}
