import ParaphStorage
import ParaphWire

/// What a person sees of what happened with their account.
enum ActivityKind: String, Sendable {
    case registered, enrolled, signatureModified, signedIn, signInRefused, copyRefused, guessingNoticed, signaturesStopped, signedOut
    case deviceRequested, deviceAdded, deviceRemoved, recoveryCodeUsed, recoveryCodesRenewed
    case passkeyAdded, passkeyRemoved, passkeyUsed, passkeyRefused, deviceProtected
    case requestApproved, requestRefused, requestDeclined, requestExpired, requestReported
    case consentGiven, consentWithdrawn, profileChanged, sessionRevoked, exported, tokenCreated, accountDisabled, accountEnabled
    case clientAllowed, clientEnded
    case documentSigned, signatureRefused, approvalRefused
    case documentKept, documentMailed, documentShared, documentUnshared, documentRemoved
    case usernameChanged, appRegistered, appKeyRenewed, appDeleted, appAllowed, appSignatureAllowed, appEnded
    /// The wait before a mailed code may approve, begun and ended.
    case confirmationHeld, confirmationCancelled
}

/// The rows of what happened.
enum ActivityStore {
    /// Notes that something happened.
    static func append(
        _ kind: ActivityKind,
        of personID: String,
        at now: Timestamp,
        appName: String? = nil,
        deviceName: String? = nil,
        similarity: Double? = nil,
        in tx: any WriteTransaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO activity (personId, number, id, kind, at, appName, deviceName, similarity)
            SELECT \(personID), COALESCE(MAX(number), 0) + 1, \(Identifier.random()), \(kind.rawValue), \(now), \(appName), \(deviceName),
                \(similarity)
            FROM activity WHERE personId = \(personID)
            """
        )
    }

    /// Whether something of a kind happened on a device of a person's since a time; O(n) in what ever happened to them.
    static func contains(
        _ kind: ActivityKind,
        onDevicesOf personID: String,
        since time: Timestamp,
        in tx: any ReadTransaction
    ) throws -> Bool {
        try tx.first(
            """
            SELECT number FROM activity
            WHERE personId = \(personID) AND at >= \(time) AND kind = \(kind.rawValue) AND appName IS NULL LIMIT 1
            """
        ) != nil
    }

    /// Whether something of a kind happened to a person since a time, wherever; O(n) in what ever happened to them.
    static func contains(_ kind: ActivityKind, of personID: String, since time: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        try tx.first(
            "SELECT number FROM activity WHERE personId = \(personID) AND at >= \(time) AND kind = \(kind.rawValue) LIMIT 1"
        ) != nil
    }

    /// A page, newest first; `cursor` is what the page before named.
    static func page(of personID: String, cursor: Int?, limit: Int, in tx: any ReadTransaction) throws -> Page<ActivityItem> {
        let rows = try tx.rows(
            """
            SELECT * FROM activity WHERE personId = \(personID) AND number < \(Int64(cursor ?? .max))
            ORDER BY number DESC LIMIT \(limit + 1)
            """
        )
        let items = try rows.prefix(limit).map { row in
            ActivityItem(
                id: try row.get("id"),
                kind: try row.get("kind"),
                at: try row.timestamp("at"),
                appName: try row.find("appName"),
                deviceName: try row.find("deviceName"),
                similarity: try row.find("similarity")
            )
        }
        let next = rows.count > limit ? try rows[limit - 1].get("number", as: Int.self) : nil
        return Page(items: items, next: next.map(String.init))
    }
}
