import Foundation
import ParaphStorage
import ParaphWire
import ServerKit

/// The rows of what programs ask.
enum ClientRequestStore {
    /// How many signatures are looked at for one request.
    static let attemptLimit = 5

    /// How long the end of a request is kept, in seconds: programs are slowed by it, and may still ask how it went.
    private static let memory: Int64 = 86_400

    static func insert(_ request: ClientRequestRecord, keys: KeyRing, in tx: any WriteTransaction) throws {
        let details = Array(try JSONEncoder().encode(request.details))
        let sealed = try keys.seal(details, holder: request.personID, table: "clientRequest", row: request.id, version: 1, in: tx)
        try tx.execute(
            """
            INSERT INTO clientRequest (id, personId, client, kind, sealedDetails, attempts, failures, status, createdAt, expiresAt)
            VALUES (\(request.id), \(request.personID), \(request.client), \(request.kind.rawValue), \(sealed), \(request.attempts),
                \(request.failures), \(request.status.rawValue), \(request.createdAt), \(request.expiresAt))
            """
        )
        try ChangeLog.note(.request, request.id, for: [request.personID], in: tx)
    }

    /// The request with an id.
    static func find(_ id: String, keys: KeyRing, in tx: any ReadTransaction) throws -> ClientRequestRecord? {
        try tx.first("SELECT * FROM clientRequest WHERE id = \(id)").map { try record($0, keys: keys, in: tx) }
    }

    /// Whether a request waits; what it says is not opened.
    static func isPending(_ id: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM clientRequest WHERE id = \(id) AND status = 'pending' AND expiresAt > \(now)") != nil
    }

    /// The request with an id, if a person can still answer it.
    static func pending(_ id: String, of personID: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws
        -> ClientRequestRecord?
    {
        guard let request = try find(id, keys: keys, in: tx), request.personID == personID, request.isPending(at: now) else { return nil }
        return request
    }

    /// What waits for a person, the oldest first.
    static func pending(of personID: String, at now: Timestamp, keys: KeyRing, in tx: any ReadTransaction) throws -> [ClientRequestRecord] {
        try tx.rows(
            """
            SELECT * FROM clientRequest WHERE personId = \(personID) AND status = 'pending' AND expiresAt > \(now) ORDER BY createdAt, id
            """
        ).map { try record($0, keys: keys, in: tx) }
    }

    /// What is over of what a person was asked, the newest first.
    static func ended(of personID: String, at now: Timestamp, limit: Int, keys: KeyRing, in tx: any ReadTransaction) throws
        -> [ClientRequestRecord]
    {
        try tx.rows(
            """
            SELECT * FROM clientRequest WHERE personId = \(personID) AND (status <> 'pending' OR expiresAt <= \(now))
            ORDER BY createdAt DESC, id LIMIT \(limit)
            """
        ).map { try record($0, keys: keys, in: tx) }
    }

    /// Everything that is kept of what a person was asked, the oldest first.
    static func all(of personID: String, keys: KeyRing, in tx: any ReadTransaction) throws -> [ClientRequestRecord] {
        try tx.rows("SELECT * FROM clientRequest WHERE personId = \(personID) ORDER BY createdAt, id")
            .map { try record($0, keys: keys, in: tx) }
    }

    /// Whether a person approved a request of a program lately: as long as ended requests are kept.
    static func hasApproved(_ client: String, by personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM clientRequest WHERE personId = \(personID) AND client = \(client) AND status = 'approved' LIMIT 1")
            != nil
    }

    /// How the requests to a person went that were made since a moment, the newest first; what they said is not opened.
    static func recent(of personID: String, since start: Timestamp, in tx: any ReadTransaction) throws -> [RequestPolicy.Entry] {
        try tx.rows(
            """
            SELECT client, status, createdAt, expiresAt, answeredAt FROM clientRequest
            WHERE personId = \(personID) AND createdAt > \(start) ORDER BY createdAt DESC, id LIMIT 1000
            """
        ).map { row in
            RequestPolicy.Entry(
                client: try row.get("client"),
                status: try row.choice("status"),
                createdAt: try row.timestamp("createdAt"),
                expiresAt: try row.timestamp("expiresAt"),
                answeredAt: try row.timestampIfAny("answeredAt")
            )
        }
    }

    /// How many more signatures are looked at for a request.
    static func attemptsLeft(_ id: String, in tx: any ReadTransaction) throws -> Int {
        let used: Int? = try tx.first("SELECT attempts FROM clientRequest WHERE id = \(id)")?.get("attempts")
        return used.map { max(0, attemptLimit - $0) } ?? 0
    }

    /// Counts a signature that is about to be looked at.
    ///
    /// - Returns: whether the request waits still, and takes one more.
    static func reserve(_ id: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute(
            """
            UPDATE clientRequest SET attempts = attempts + 1
            WHERE id = \(id) AND status = 'pending' AND expiresAt > \(now) AND attempts < \(attemptLimit)
            """
        ) == 1
    }

    /// Takes one back that could not be looked at.
    static func release(_ id: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE clientRequest SET attempts = attempts - 1 WHERE id = \(id) AND attempts > 0")
    }

    /// Counts a signature that was not the person's; the last one that is looked at ends the request.
    ///
    /// - Returns: whether it did.
    static func fail(_ id: String, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("UPDATE clientRequest SET failures = failures + 1 WHERE id = \(id)")
        let ended: SQL =
            """
            UPDATE clientRequest SET status = 'denied', answeredAt = \(now), untold = 1
            WHERE id = \(id) AND status = 'pending' AND failures >= \(attemptLimit) RETURNING id, personId
            """
        return try note(endedBy: ended, in: tx) == 1
    }

    /// Ends a request that waits.
    ///
    /// - Returns: whether it still waited.
    static func end(
        _ id: String,
        as status: ClientRequestRecord.Status,
        signatureID: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Bool {
        let ended: SQL =
            """
            UPDATE clientRequest SET status = \(status.rawValue), signatureId = \(signatureID), answeredAt = \(now), untold = 1
            WHERE id = \(id) AND status = 'pending' AND expiresAt > \(now) RETURNING id, personId
            """
        return try note(endedBy: ended, in: tx) == 1
    }

    /// Notes a request as reported, however it ended, with all that its program still asks of the person or was allowed by them.
    static func report(_ request: ClientRequestRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        let ended: SQL =
            """
            UPDATE clientRequest SET status = 'reported', answeredAt = \(now), withdrawnAt = NULL, untold = 1
            WHERE personId = \(request.personID) AND client = \(request.client)
                AND (id = \(request.id) OR status = 'approved' OR (status = 'pending' AND expiresAt > \(now)))
            RETURNING id, personId
            """
        try note(endedBy: ended, in: tx)
    }

    /// Ends what a program still asks of a person, as if they had said no, and what they approved and it has not used.
    static func declineAll(of personID: String, client: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        let ended: SQL =
            """
            UPDATE clientRequest SET status = 'declined', answeredAt = \(now), untold = 1
            WHERE personId = \(personID) AND client = \(client) AND status = 'pending' AND expiresAt > \(now)
            RETURNING id, personId
            """
        try note(endedBy: ended, in: tx)
        try tx.execute(
            """
            UPDATE clientRequest SET withdrawnAt = \(now), untold = 1
            WHERE personId = \(personID) AND client = \(client) AND status = 'approved' AND withdrawnAt IS NULL
            """
        )
        tx.wake(endTopic)
    }

    /// Takes back what a person approved, for every program.
    static func withdrawAll(of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            UPDATE clientRequest SET withdrawnAt = \(now), untold = 1
            WHERE personId = \(personID) AND status = 'approved' AND withdrawnAt IS NULL
            """
        )
        tx.wake(endTopic)
    }

    /// Ends what a program still asks of people, as if they had said no, and what was approved and it has not used.
    static func declineAll(client: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        let ended: SQL =
            """
            UPDATE clientRequest SET status = 'declined', answeredAt = \(now), untold = 1
            WHERE client = \(client) AND status = 'pending' AND expiresAt > \(now)
            RETURNING id, personId
            """
        try note(endedBy: ended, in: tx)
        try tx.execute(
            """
            UPDATE clientRequest SET withdrawnAt = \(now), untold = 1
            WHERE client = \(client) AND status = 'approved' AND withdrawnAt IS NULL
            """
        )
        tx.wake(endTopic)
    }

    /// Tells people of unanswered requests, each once, and says of how many.
    static func noteExpired(at now: Timestamp, limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> Int {
        let overdue = try tx.rows(
            """
            SELECT * FROM clientRequest WHERE status = 'pending' AND expiryNoted = 0 AND expiresAt <= \(now)
            ORDER BY expiresAt, id LIMIT \(limit)
            """
        ).map { try record($0, keys: keys, in: tx) }
        for request in overdue {
            try ActivityStore.append(.requestExpired, of: request.personID, at: now, appName: request.details.clientName, in: tx)
            try tx.execute("UPDATE clientRequest SET expiryNoted = 1, untold = 1 WHERE id = \(request.id)")
            try ChangeLog.note(.request, request.id, for: [request.personID], in: tx)
        }
        if !overdue.isEmpty { tx.wake(endTopic) }
        return overdue.count
    }

    /// Whether a request is over, or is just about to be noted as expired, that its client may want to hear of.
    static func isAnythingUntold(at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            """
            SELECT id FROM clientRequest WHERE untold = 1
            UNION ALL SELECT id FROM clientRequest WHERE status = 'pending' AND expiryNoted = 0 AND expiresAt <= \(now) LIMIT 1
            """
        ) != nil
    }

    /// What is over that clients may want to hear of; it is taken for told from then on.
    static func takeUntold(limit: Int, keys: KeyRing, in tx: any WriteTransaction) throws -> [ClientRequestRecord] {
        let untold = try tx.rows("SELECT * FROM clientRequest WHERE untold = 1 ORDER BY id LIMIT \(limit)")
            .map { try record($0, keys: keys, in: tx) }
        for request in untold { try tx.execute("UPDATE clientRequest SET untold = 0 WHERE id = \(request.id)") }
        return untold
    }

    /// Deletes requests whose time has been over for a day, and says how many.
    static func deleteExpired(at now: Timestamp, limit: Int, in tx: any WriteTransaction) throws -> Int {
        let end = now.adding(seconds: -memory)
        let deleted: SQL =
            """
            DELETE FROM clientRequest
            WHERE id IN (SELECT id FROM clientRequest WHERE expiresAt <= \(end) ORDER BY expiresAt LIMIT \(limit)) RETURNING id, personId
            """
        return try ChangeLog.note(.request, changedBy: deleted, isRemoved: true, in: tx)
    }

    /// Rung for when any request ends.
    static let endTopic: Topic = "requestEnds"

    /// Rung for when a request ends.
    static func topic(of id: String) -> Topic { Topic("request/\(id)") }

    /// Notes what a statement ended, and wakes who waits for it.
    ///
    /// - Returns: how many requests it ended.
    @discardableResult
    private static func note(endedBy sql: SQL, in tx: any WriteTransaction) throws -> Int {
        let ended = try tx.rows(sql).map { row in (person: try row.get("personId", as: String.self), id: try row.get("id", as: String.self))
        }
        // In one order everywhere, so that two transactions do not wait for each other.
        for request in ended.sorted(by: { ($0.person, $0.id) < ($1.person, $1.id) }) {
            try ChangeLog.note(.request, request.id, for: [request.person], in: tx)
            tx.wake(topic(of: request.id))
        }
        if !ended.isEmpty { tx.wake(endTopic) }
        return ended.count
    }

    private static func record(_ row: Row, keys: KeyRing, in tx: any ReadTransaction) throws -> ClientRequestRecord {
        let id: String = try row.get("id")
        let personID: String = try row.get("personId")
        let sealed: [UInt8] = try row.get("sealedDetails")
        let details = try keys.open(sealed, holder: personID, table: "clientRequest", row: id, version: 1, in: tx)
        return ClientRequestRecord(
            id: id,
            personID: personID,
            client: try row.get("client"),
            kind: try row.choice("kind"),
            details: try JSONDecoder().decode(ClientRequestRecord.Details.self, from: Data(details)),
            attempts: try row.get("attempts"),
            failures: try row.get("failures"),
            status: try row.choice("status"),
            signatureID: try row.find("signatureId"),
            answeredAt: try row.timestampIfAny("answeredAt"),
            withdrawnAt: try row.timestampIfAny("withdrawnAt"),
            createdAt: try row.timestamp("createdAt"),
            expiresAt: try row.timestamp("expiresAt")
        )
    }
}
