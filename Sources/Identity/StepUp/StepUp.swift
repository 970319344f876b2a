import ParaphStorage
import ParaphWire
import ServerKit

/// Step-up authentication (RFC 9470): the one place that lets a protected act happen, and tells of it.
///
/// It looks at the session, the approval, the enrolment window and what the account ever had (``AccountFactor``): none of it can be changed by
/// whoever holds a session.
struct StepUp: Sendable {
    let environment: IdentityEnvironment

    /// How long the session that proved the address may enrol without an approval, in seconds.
    static let enrolmentWindow: Int64 = 30 * 60
    /// How long a mailed code waits where an account had other factors once and has none now, in seconds.
    static let holdTime: Int64 = 3 * 86_400

    /// What an approval rests on.
    enum Method: String, CaseIterable, Sendable { case signature, recoveryCode, passkey, mailedCode }

    /// An approval that was used up, for whatever may rest on nothing else: only ``require(_:by:approval:subject:at:in:)`` makes one.
    struct Used: Sendable {
        let act: ProtectedAct
        let personID: String
        let method: Method
        /// When the person gave it.
        let givenAt: Timestamp

        fileprivate init(act: ProtectedAct, personID: String, row: Row) throws {
            (self.act, self.personID) = (act, personID)
            method = try row.choice("method")
            givenAt = try row.timestamp("createdAt")
        }
    }

    /// Lets a protected act happen, or refuses it; uses the approval up.
    ///
    /// - Parameters:
    ///   - act: What is about to happen.
    ///   - caller: The session that asks.
    ///   - approval: The approval that the request names.
    ///   - subject: What the act is about, where its rule names a subject.
    ///   - now: The time.
    ///   - tx: The transaction that does the act, so that the approval is used up by nothing else.
    /// - Returns: the approval; `nil` where none is needed.
    /// - Throws: ``Problem/approvalRequired``; ``Problem/ownSessionRequired`` to an app's session.
    @discardableResult func require(
        _ act: ProtectedAct,
        by caller: SessionCaller,
        approval: String? = nil,
        subject: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Used? {
        let rule = act.rule
        guard !rule.isOwnPagesOnly || caller.appID == nil else { throw Problem.ownSessionRequired }
        switch rule.need {
        case .session: return nil
        case .shown, .administrator: throw Problem.approvalRequired
        case .approval:
            guard try !isExempt(act, by: caller, at: now, in: tx) else { return nil }
            return try consume(approval, for: act, subject: subject, by: caller, at: now, in: tx)
        }
    }

    /// Lets a protected act happen whose request showed a factor itself.
    ///
    /// - Throws: ``Problem/approvalRequired`` where this factor does not do.
    func accept(_ act: ProtectedAct, of personID: String, shown method: Method, in tx: any ReadTransaction) throws {
        guard case .shown(let methods) = act.rule.need, methods.contains(method) else { throw Problem.approvalRequired }
        // The mailed code alone opens an account once.
        guard try act != .firstDevice || AccountFactorStore.all(of: personID, in: tx).isEmpty else { throw Problem.approvalRequired }
    }

    /// Whether the session may do an act without an approval, because it has just proved the address and the account never had the like.
    func isExempt(_ act: ProtectedAct, by caller: SessionCaller, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        let factors = act.rule.exemptBefore
        guard !factors.isEmpty else { return false }
        guard let end = try enrolmentEnd(of: caller, in: tx), now < end else { return false }
        return try factors.isDisjoint(with: AccountFactorStore.all(of: caller.personID, in: tx))
    }

    /// Until when a session may enrol without an approval; `nil` for one that did not prove the address.
    ///
    /// The first signature stands for an approval that was given just then: what is made with it, such as recovery codes, is made as long as an
    /// approval lasts.
    func enrolmentEnd(of caller: SessionCaller, in tx: any ReadTransaction) throws -> Timestamp? {
        guard let end = try SessionStore.enrolmentEnd(of: caller.sessionID, personID: caller.personID, in: tx) else { return nil }
        let signedAt = try AccountFactorStore.since(.template, of: caller.personID, in: tx)
        return signedAt.map { min(end, $0.adding(seconds: ApprovalStore.lifetime)) } ?? end
    }

    /// Tells the person what happened, as the table says.
    ///
    /// The name is that of the device or passkey that it is about, the other that of the app or program.
    func tell(
        _ act: ProtectedAct,
        _ person: PersonRecord,
        name: String? = nil,
        appName: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        if let kind = act.rule.activity {
            try ActivityStore.append(kind, of: person.id, at: now, appName: appName, deviceName: name, in: tx)
        }
        if let notice = Notice(act, name: name ?? "") { try environment.notify(person, of: notice, in: tx) }
    }

    /// Uses an approval up that was given to this session, for this purpose and subject.
    private func consume(
        _ token: String?,
        for act: ProtectedAct,
        subject: String?,
        by caller: SessionCaller,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Used {
        let rule = act.rule
        guard let token, let purpose = rule.purpose else { throw Problem.approvalRequired }
        let row = try tx.first(
            """
            DELETE FROM approval WHERE tokenHash = \(SecretHash(of: token)) AND personId = \(caller.personID)
                AND sessionId = \(caller.sessionID) AND purpose = \(purpose.rawValue)
                AND COALESCE(subject, '') = \(rule.namesSubject ? subject ?? "" : "") AND expiresAt > \(now)
            RETURNING method, createdAt
            """
        )
        guard let row else { throw Problem.approvalRequired }
        // The account may have a factor by now that the mailbox does not stand in for.
        let used = try Used(act: act, personID: caller.personID, row: row)
        if used.method == .mailedCode {
            let state = try MailboxApproval.state(of: caller, at: now, in: tx)
            guard case .open = state else { throw Problem.approvalRequired }
        }
        return used
    }
}

extension ProtectedAct {
    /// The act that giving a signature is, by what the account ever had.
    static func signature(of personID: String, in tx: any ReadTransaction) throws -> ProtectedAct {
        try AccountFactorStore.contains(.template, of: personID, in: tx) ? .replaceSignature : .firstSignature
    }

    /// The act that making recovery codes is.
    static func recoveryCodes(of personID: String, in tx: any ReadTransaction) throws -> ProtectedAct {
        try AccountFactorStore.contains(.recoveryCode, of: personID, in: tx) ? .renewRecoveryCodes : .firstRecoveryCodes
    }

    /// The act that adding a passkey is; it may become the key of the device that asks.
    static func passkey(of personID: String, forDevice: Bool, in tx: any ReadTransaction) throws -> ProtectedAct {
        if forDevice { return .addDevicePasskey }
        return try AccountFactorStore.contains(.passkey, of: personID, in: tx) ? .addPasskey : .firstPasskey
    }
}

extension ChallengePurpose {
    /// Whether an approval of this purpose names what it is for.
    var namesSubject: Bool { ProtectedAct.allCases.contains { $0.rule.purpose == self && $0.rule.namesSubject } }

    /// Whether it approves anything at all.
    var isApproval: Bool { ProtectedAct.allCases.contains { $0.rule.purpose == self } }
}
