import ParaphStorage
import ParaphWire
import ServerKit

/// How many failures in a row are borne (NIST SP 800-63B-4, section 3.2.3): five, then a wait before each further try, and an end at fifty.
struct AttemptPolicy: Hashable, Sendable {
    /// The failures in a row after which every further try waits.
    var freeFailures = 5
    /// The wait in seconds.
    var delay: Int64 = 30
    /// The failures in a row after which signatures are looked at no more, until another factor is shown.
    var hardStop = 50

    /// What a policy says to the next try.
    enum Decision: Hashable, Sendable {
        case allowed
        /// Not before so many seconds.
        case wait(Int)
        /// Not at all; another factor must be shown.
        case stopped
    }

    /// What to say after so many failures in a row, the last at a moment.
    func decide(failures: Int, lastAt: Timestamp, now: Timestamp) -> Decision {
        guard failures < hardStop else { return .stopped }
        guard failures >= freeFailures else { return .allowed }
        let wait = lastAt.adding(seconds: delay).milliseconds - now.milliseconds
        // A clock that was set back must not make a person wait longer than the delay.
        return wait > 0 ? .wait(Int(min((wait + 999) / 1000, delay))) : .allowed
    }
}

/// Counts failures in a row of one person by one authenticator, such as a device, so that only its holder can lock it.
enum AttemptStore {
    /// The authenticator that a device is.
    static func scope(deviceID: String) -> String { "device:\(deviceID)" }

    /// The authenticator that recovery codes are, from a session.
    static func scope(recoveryIn sessionID: String) -> String { "recovery:\(sessionID)" }

    /// The authenticator that codes mailed for approvals are, from a session.
    static func scope(approvalCodeIn sessionID: String) -> String { "approvalCode:\(sessionID)" }

    /// The authenticator that the codes of waiting devices are, from a session.
    static func scope(deviceCodeIn sessionID: String) -> String { "deviceCode:\(sessionID)" }

    /// What the policy says to the next try.
    static func decision(_ scope: String, policy: AttemptPolicy, at now: Timestamp, in tx: any ReadTransaction) throws
        -> AttemptPolicy.Decision
    {
        guard let row = try tx.first("SELECT failures, lastAt FROM attempt WHERE scope = \(scope)") else { return .allowed }
        return policy.decide(failures: try row.get("failures"), lastAt: try row.timestamp("lastAt"), now: now)
    }

    /// Counts a try as failed before it is looked at, if the policy allows it; ``succeed(_:in:)`` takes that back.
    ///
    /// Counting first is what keeps parallel tries from all being looked at.
    static func reserve(
        _ scope: String,
        personID: String,
        policy: AttemptPolicy,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> AttemptPolicy.Decision {
        let decision = try decision(scope, policy: policy, at: now, in: tx)
        guard decision == .allowed else { return decision }
        try count(scope, personID: personID, at: now, in: tx)
        return .allowed
    }

    /// Counts a try as failed that was allowed.
    static func count(_ scope: String, personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO attempt (scope, personId, failures, lastAt) VALUES (\(scope), \(personID), 1, \(now))
            ON CONFLICT (scope) DO UPDATE SET failures = attempt.failures + 1, lastAt = excluded.lastAt
            """
        )
    }

    /// Takes one try back that could not be looked at.
    static func release(_ scope: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE attempt SET failures = failures - 1 WHERE scope = \(scope) AND failures > 0")
    }

    /// Forgets the failures, because a try succeeded or another factor was shown.
    static func succeed(_ scope: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM attempt WHERE scope = \(scope)")
    }

    /// Lets signatures be looked at again on a device at once, because another factor was shown there.
    static func succeed(onDevice deviceID: String, of personID: String, in tx: any WriteTransaction) throws {
        try succeed(scope(deviceID: deviceID), in: tx)
        try SourceWatchStore.endWait(ofDevice: deviceID, personID, in: tx)
    }

    /// The failures in a row.
    static func failures(_ scope: String, in tx: any ReadTransaction) throws -> Int {
        try tx.first("SELECT failures FROM attempt WHERE scope = \(scope)")?.get("failures") ?? 0
    }
}
