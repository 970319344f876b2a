import ParaphStorage
import ParaphWire
import ServerKit

/// Step-up authentication (RFC 9470): the one place that lets a protected act happen, and tells of it.
///
/// It looks at the session, the approval, the enrolment window and what the account ever had (``AccountFactor``): none of it can be changed by
/// the holder of a session.
struct StepUp: Sendable {
    let environment: IdentityEnvironment

    /// How long the session that proved the address may enrol without an approval, in seconds.
    static let enrolmentWindow: Int64 = 30 * 60
    /// How long a mailed code waits where an account had other factors once and has none now, in seconds.
    static let holdTime: Int64 = 3 * 86_400

    /// What an approval rests on.
    enum Method: String, CaseIterable, Sendable { case signature, recoveryCode, passkey, mailedCode }

    /// An approval that was used up.
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

    /// The right to do a protected act in one transaction: what changes who a person is or how they get in asks for one, so that nothing does that past
    /// the table.
    ///
    /// Only this file makes one: for a session that showed what the rule asks, or on a basis that has a name.
    struct Permit: ~Copyable {
        private let acts: Set<ProtectedAct>
        /// Whose account it is about; `nil` where the basis says so.
        private let personID: String?
        /// The id of what it is about, where the act's rule names a subject.
        private let subject: String?
        /// The approval that it rests on; `nil` where none was asked for.
        let used: Used?
        /// Whether what it rests on holds for what the same session asks next.
        let isLasting: Bool

        fileprivate init(
            _ acts: Set<ProtectedAct>,
            of personID: String? = nil,
            about subject: String? = nil,
            used: Used? = nil,
            isLasting: Bool = false
        ) {
            (self.acts, self.personID, self.subject, self.used, self.isLasting) = (acts, personID, subject, used, isLasting)
        }

        /// Whether it is for one of some acts.
        borrowing func allows(_ wanted: Set<ProtectedAct>) -> Bool { !acts.isDisjoint(with: wanted) }

        /// Refuses what it is not for.
        ///
        /// - Parameters:
        ///   - wanted: Acts that let it happen.
        ///   - person: Whose account it changes; `nil` for an object that is no person’s, which a permit of a person never changes.
        ///   - objects: The ids of what is changed; empty where no act names a subject.
        /// - Throws: ``Problem/approvalRequired``.
        borrowing func check(_ wanted: Set<ProtectedAct>, of person: String?, about objects: [String] = []) throws {
            let isAbout = subject.map { objects.isEmpty || objects.contains($0) } ?? true
            guard allows(wanted), personID == nil || personID == person, isAbout else { throw Problem.approvalRequired }
        }
    }

    /// What is told of an act, as far as the table does not say it.
    struct Telling {
        /// That of the device or passkey that it is about.
        var name: String?
        /// That of the app or program.
        var appName: String?
        /// How alike the signature was that the act rests on.
        var similarity: Double?
        /// The person as they are after the act, where it changes whom mails go to.
        var person: PersonRecord?
        /// Whether there is anything to tell at all.
        var isTold = true
        /// Whether a mail tells of it, where the table says so.
        var isMailed = true
        /// Acts that came with it, each with the name of what they are about; they are told after it.
        var also: [(act: ProtectedAct, name: String)] = []
    }

    /// Does a protected act that a session asks for, if the rule lets it, and tells of it: in one transaction, with the approval used up.
    ///
    /// - Parameters:
    ///   - act: What is done.
    ///   - caller: The session that asks.
    ///   - approval: The approval that the request names.
    ///   - subject: What the act is about, where its rule names a subject.
    ///   - now: The time.
    ///   - tx: The transaction.
    ///   - work: Does it.
    /// - Returns: What `work` returned.
    /// - Throws: ``Problem/approvalRequired``; ``Problem/ownSessionRequired`` to an app's session; what `work` throws.
    @discardableResult func perform<Value>(
        _ act: ProtectedAct,
        by caller: SessionCaller,
        approval: String? = nil,
        subject: String? = nil,
        at now: Timestamp,
        in tx: any WriteTransaction,
        _ work: (borrowing Permit, inout Telling) throws -> Value
    ) throws -> Value {
        let used = try require(act, by: caller, approval: approval, subject: subject, at: now, in: tx)
        let person = try PersonService.find(caller.personID, keys: environment.keys, in: tx)
        let permit = Permit([act], of: person.id, about: act.rule.namesSubject ? subject ?? "" : nil, used: used)
        return try perform(act, on: person, permit: permit, at: now, in: tx, work)
    }

    /// Does a protected act whose request shows a factor itself, and tells of it.
    ///
    /// - Throws: ``Problem/approvalRequired`` where this factor does not do; what `work` throws.
    @discardableResult func accept<Value>(
        _ act: ProtectedAct,
        of personID: String,
        shown method: Method,
        at now: Timestamp,
        in tx: any WriteTransaction,
        _ work: (borrowing Permit, inout Telling) throws -> Value
    ) throws -> Value {
        guard case .shown(let methods) = act.rule.need, methods.contains(method) else { throw Problem.approvalRequired }
        // The mailed code alone opens an account once.
        guard try act != .firstDevice || AccountFactorStore.all(of: personID, in: tx).isEmpty else { throw Problem.approvalRequired }
        let person = try PersonService.find(personID, keys: environment.keys, in: tx)
        // No factor opens an account that an administrator closed; whose it is, its address still tells.
        guard act == .proveAddress || person.status == .active else { throw Problem.approvalRequired }
        return try perform(act, on: person, permit: Permit([act], of: personID), at: now, in: tx, work)
    }

    /// Does a protected act on the basis that a permit rests on, and tells the person of it.
    ///
    /// - Throws: ``Problem/approvalRequired`` where the permit is for something else; what `work` throws.
    @discardableResult func perform<Value>(
        _ act: ProtectedAct,
        on person: PersonRecord,
        permit: borrowing Permit,
        at now: Timestamp,
        in tx: any WriteTransaction,
        _ work: (borrowing Permit, inout Telling) throws -> Value
    ) throws -> Value {
        try permit.check([act], of: person.id)
        var telling = Telling()
        let value = try work(permit, &telling)
        guard telling.isTold else { return value }
        let told = telling.person ?? person
        try tell(act, told, telling, at: now, in: tx)
        for other in telling.also { try tell(other.act, told, Telling(name: other.name), at: now, in: tx) }
        return value
    }

    /// Lets an act begin that takes several requests, or go on: what a session showed with the first holds for its next ones.
    ///
    /// - Parameters:
    ///   - act: What is begun.
    ///   - caller: The session that asks.
    ///   - approval: The approval that the request names.
    ///   - isGoingOn: Whether this session's earlier request was let, as is kept with what waits.
    ///   - now: The time.
    ///   - tx: The transaction.
    /// - Returns: what ``finish(_:permit:on:at:in:)`` asks for.
    /// - Throws: as ``perform(_:by:approval:subject:at:in:_:)`` does.
    func begin(
        _ act: ProtectedAct,
        by caller: SessionCaller,
        approval: String?,
        isGoingOn: Bool,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Permit {
        let used = try isGoingOn ? nil : require(act, by: caller, approval: approval, at: now, in: tx)
        return Permit([act], of: caller.personID, used: used, isLasting: true)
    }

    /// Tells of an act that took several requests, in the transaction of the last.
    ///
    /// - Throws: ``Problem/approvalRequired`` where the permit is for something else.
    func finish(_ act: ProtectedAct, permit: borrowing Permit, on person: PersonRecord, at now: Timestamp, in tx: any WriteTransaction)
        throws
    {
        try permit.check([act], of: person.id)
        try tell(act, person, Telling(), at: now, in: tx)
    }

    /// Lets a protected act happen, or refuses it; uses the approval up.
    private func require(
        _ act: ProtectedAct,
        by caller: SessionCaller,
        approval: String?,
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
    private func tell(_ act: ProtectedAct, _ person: PersonRecord, _ telling: Telling, at now: Timestamp, in tx: any WriteTransaction)
        throws
    {
        if let kind = act.rule.activity {
            try ActivityStore.append(
                kind,
                of: person.id,
                at: now,
                appName: telling.appName,
                deviceName: telling.name,
                similarity: telling.similarity,
                in: tx
            )
        }
        guard telling.isMailed, let notice = IdentityNotice(act, name: telling.name ?? "") else { return }
        try environment.notify(person, of: notice, in: tx)
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

extension StepUp.Permit {
    /// An administrator at the machine, who looked at the person.
    static func administrator() -> StepUp.Permit { StepUp.Permit(Set(ProtectedAct.allCases)) }

    /// The owner of a mailbox, by the link of a letter or the code of a registration: the end of accounts that apps made of the address.
    static func letter() -> StepUp.Permit { StepUp.Permit([.deleteAccount]) }

    /// A registration through an app: what works in this app alone, of an account that it made or whose owner let it by letter.
    static func app() -> StepUp.Permit { StepUp.Permit([.allowApp, .allowAppSignature, .giveConsent]) }

    /// A program that shows a code or token of what a person allowed it: tokens within that, and its end.
    static func grant(_ grant: GrantRecord) -> StepUp.Permit { StepUp.Permit([.makeToken, .endClient], of: grant.personID) }

    /// A program's request that the person approved by a signature on a device of theirs: what it asked for.
    static func approvedRequest(_ request: ClientRequestRecord) -> StepUp.Permit { StepUp.Permit([.allowClient], of: request.personID) }

    /// A device that the person approved a moment ago with a factor of theirs: its first session.
    static func approvedDevice(of personID: String) -> StepUp.Permit { StepUp.Permit([.signIn], of: personID) }

    /// The sweep, which ends accounts that were neither proved nor used.
    static func sweep() -> StepUp.Permit { StepUp.Permit([.deleteAccount]) }

    /// A restore, which does again what was done since the backup.
    static func restore() -> StepUp.Permit { StepUp.Permit([.deleteAccount, .deleteApp, .withdrawConsent]) }
}
