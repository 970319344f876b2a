import ParaphStorage
import ParaphWire
import ServerKit

/// What the token endpoint knows of a request that came by CIBA; how it stands, `clientRequest` tells.
struct BackchannelRecord: Hashable, Sendable {
    let requestID: String
    let clientID: String
    /// How far apart the client's questions are to be, in seconds.
    var pollSeconds: Int64
    var polledAt: Timestamp?
    /// When the client was told how it ended, which it is once.
    var settledAt: Timestamp?
    /// What the tokens hang on that the client was given.
    var grantID: String?
}

/// The rows of what the token endpoint knows; they go with their requests.
enum BackchannelStore {
    static func insert(_ record: BackchannelRecord, hash: SecretHash, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO backchannelRequest (requestId, clientId, tokenHash, pollSeconds)
            VALUES (\(record.requestID), \(record.clientID), \(hash), \(record.pollSeconds))
            """
        )
    }

    /// The request that a client calls by a name; `nil` for another client's.
    static func find(_ hash: SecretHash, client clientID: String, in tx: any ReadTransaction) throws -> BackchannelRecord? {
        try tx.first("SELECT * FROM backchannelRequest WHERE tokenHash = \(hash) AND clientId = \(clientID)").map { row in
            BackchannelRecord(
                requestID: try row.get("requestId"),
                clientID: clientID,
                pollSeconds: try row.get("pollSeconds"),
                polledAt: try row.timestampIfAny("polledAt"),
                settledAt: try row.timestampIfAny("settledAt"),
                grantID: try row.find("grantId")
            )
        }
    }

    /// Notes when the client asked, and how far apart it is to ask from now on.
    static func notePoll(_ record: BackchannelRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            "UPDATE backchannelRequest SET polledAt = \(now), pollSeconds = \(record.pollSeconds) WHERE requestId = \(record.requestID)"
        )
    }

    /// Notes that the client was told how it ended.
    static func settle(_ id: String, grant grantID: String? = nil, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE backchannelRequest SET settledAt = \(now), grantId = \(grantID) WHERE requestId = \(id)")
    }
}
