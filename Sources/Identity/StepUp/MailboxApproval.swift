import ParaphStorage
import ParaphWire
import ServerKit

/// When a code mailed to the person may stand in for a signature, a passkey and a recovery code.
///
/// Never while the account has one of these. The caller's session says which device asks: the mailbox alone opens nothing.
enum MailboxApproval {
    /// How an account stands for a session.
    enum State: Hashable, Sendable {
        /// The account has another factor, or its address is not proved.
        case closed
        /// A code may be mailed, and its approval counts.
        case open
        /// The account had other factors once: a wait must begin, of which every device and the mailbox is told.
        case mustWait
        /// The wait is not over before a moment.
        case waiting(until: Timestamp)
    }

    /// How long a wait that is over is good for, in seconds.
    static let holdLifetime: Int64 = 7 * 86_400

    static func state(of caller: SessionCaller, at now: Timestamp, in tx: any ReadTransaction) throws -> State {
        guard let person = try tx.first("SELECT emailProved FROM person WHERE id = \(caller.personID)"), try person.get("emailProved"),
            try methods(of: caller.personID, in: tx).isEmpty
        else { return .closed }
        guard try !AccountFactorStore.all(of: caller.personID, in: tx).isDisjoint(with: AccountFactor.strong) else { return .open }
        guard let start = try MailboxHoldStore.start(of: caller, in: tx) else { return .mustWait }
        let end = start.adding(seconds: StepUp.holdTime)
        if now < end { return .waiting(until: end) }
        return now < end.adding(seconds: holdLifetime) ? .open : .mustWait
    }

    /// What a person has that can approve without the mailbox.
    static func methods(of personID: String, in tx: any ReadTransaction) throws -> Set<StepUp.Method> {
        var methods: Set<StepUp.Method> = []
        if try TemplateStore.find(TemplatePlace(personID: personID), in: tx) != nil, try ConsentStore.current(of: personID, in: tx) != nil {
            methods.insert(.signature)
        }
        if try RecoveryStore.remaining(of: personID, in: tx) > 0 { methods.insert(.recoveryCode) }
        if try PasskeyStore.count(of: personID, in: tx) > 0 { methods.insert(.passkey) }
        return methods
    }
}

/// The waits that sessions began; each goes with its session, and any session of the person may end them.
enum MailboxHoldStore {
    /// When a session's wait began.
    static func start(of caller: SessionCaller, in tx: any ReadTransaction) throws -> Timestamp? {
        try tx.first("SELECT startedAt FROM mailboxHold WHERE sessionId = \(caller.sessionID) AND personId = \(caller.personID)")
            .map { try $0.timestamp("startedAt") }
    }

    static func begin(_ caller: SessionCaller, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO mailboxHold (sessionId, personId, startedAt) VALUES (\(caller.sessionID), \(caller.personID), \(now))
            ON CONFLICT (sessionId) DO UPDATE SET startedAt = excluded.startedAt
            """
        )
    }

    /// Whether any session of a person waits.
    static func contains(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT sessionId FROM mailboxHold WHERE personId = \(personID) LIMIT 1") != nil
    }

    /// Ends every wait of a person.
    ///
    /// - Returns: whether there was one.
    static func cancel(of personID: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("DELETE FROM mailboxHold WHERE personId = \(personID)") > 0
    }
}
