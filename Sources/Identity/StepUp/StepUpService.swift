import ParaphStorage
import ParaphWire
import ServerKit

/// Tells a session what it may approve by, and approves by a mailed code where the account has nothing else.
struct StepUpService: Sendable {
    let environment: IdentityEnvironment

    /// How long a mailed code is good, in seconds.
    static let lifetime: Int64 = 15 * 60
    /// The most codes that one session is mailed in a day.
    static let dailyLimit = 10
    /// The wrong codes that a session bears: five, then one an hour.
    static let policy = AttemptPolicy(freeFailures: 5, delay: 3600, hardStop: .max)

    /// What the session may do, and by what.
    func status(of caller: SessionCaller) async throws -> StepUpStatus {
        try await environment.database.read { [environment] tx in
            let now = environment.time.now()
            let stepUp = StepUp(environment: environment)
            let inWindow = try ProtectedAct.allCases.filter { try stepUp.isExempt($0, by: caller, at: now, in: tx) }
            var exempt = Set(inWindow.compactMap(\.rule.purpose))
            // What was approved waits for samples, and needs no approval again.
            let owner = EnrolmentOwner.person(caller.personID, sessionID: caller.sessionID)
            let enrolment = try EnrolmentStore.state(owner, at: now, keys: environment.keys, in: tx)
            if enrolment?.isApproved == true { exempt.insert(.modifySignature) }
            if try !ConsentStore.needsApproval(of: caller.personID, in: tx) { exempt.insert(.giveConsent) }
            let methods = try MailboxApproval.methods(of: caller.personID, in: tx)
            var status = StepUpStatus(
                methods: methods.compactMap { StepUpStatus.Method(rawValue: $0.rawValue) }.sorted { $0.rawValue < $1.rawValue },
                exempt: exempt.sorted { $0.rawValue < $1.rawValue },
                enrolmentEndsAt: inWindow.isEmpty ? nil : try stepUp.enrolmentEnd(of: caller, in: tx)
            )
            status.isWaiting = try MailboxHoldStore.contains(caller.personID, in: tx)
            switch try MailboxApproval.state(of: caller, at: now, in: tx) {
            case .closed: break
            case .open: status.methods.append(Open(.mailedCode))
            case .mustWait: status.mailedCodeWait = Int(StepUp.holdTime)
            case .waiting(let end): status.mailedCodeAt = end
            }
            return status
        }
    }

    /// Mails a code for one approval, or begins the wait before one may be mailed.
    func requestCode(_ request: ApprovalCodeRequest, by caller: SessionCaller) async throws -> ApprovalCodeReceipt {
        try Problem.check(request.purpose, subject: request.subject)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let person = try PersonService.find(caller.personID, keys: environment.keys, in: tx)
            switch try MailboxApproval.state(of: caller, at: now, in: tx) {
            case .closed: throw Problem.otherFactorThere
            case .waiting(let end): return ApprovalCodeReceipt(availableAt: end)
            case .mustWait:
                try MailboxHoldStore.begin(caller, at: now, in: tx)
                let end = now.adding(seconds: StepUp.holdTime)
                try ActivityStore.append(.confirmationHeld, of: person.id, at: now, in: tx)
                try environment.notify(person, of: .stepUp(.held), in: tx)
                return ApprovalCodeReceipt(availableAt: end)
            case .open: break
            }
            let count = try ApprovalCodeStore.count(for: caller, since: now.adding(seconds: -86_400), in: tx)
            guard count < Self.dailyLimit else { throw Problem.tooMany(.tooManyCodes, retryAfter: 3600) }
            let id = Identifier.random()
            let code = OneTimeCode.random()
            let end = now.adding(seconds: Self.lifetime)
            let record = ApprovalCodeRecord(
                id: id,
                personID: person.id,
                sessionID: caller.sessionID,
                purpose: request.purpose,
                subject: request.subject,
                sealedCode: try code.sealed(table: "approvalCode", row: id, keys: environment.keys, in: tx),
                createdAt: now,
                expiresAt: end
            )
            try ApprovalCodeStore.insert(record, in: tx)
            try environment.notify(person, of: .stepUp(.code(code)), in: tx)
            return ApprovalCodeReceipt(id: id, expiresAt: end)
        }
    }

    /// Approves by a mailed code what it was mailed for.
    func confirm(_ id: String, code: String, by caller: SessionCaller) async throws -> Approval {
        let approval = try await environment.database.write { [environment] tx -> Approval? in
            let now = environment.time.now()
            guard let record = try ApprovalCodeStore.find(id, for: caller, at: now, in: tx) else { throw Problem.notFound("code") }
            let scope = AttemptStore.scope(approvalCodeIn: caller.sessionID)
            let decision = try AttemptStore.reserve(scope, personID: caller.personID, policy: Self.policy, at: now, in: tx)
            if case .wait(let seconds) = decision { throw Problem.tooMany(.waitAfterFailures, retryAfter: seconds) }
            let matches = try OneTimeCode.matches(
                code,
                sealed: record.sealedCode,
                table: "approvalCode",
                row: id,
                keys: environment.keys,
                in: tx
            )
            // What is thrown would undo the count.
            guard matches else { return nil }
            try AttemptStore.succeed(scope, in: tx)
            try ApprovalCodeStore.delete(id, in: tx)
            return try ApprovalStore.issue(
                to: caller.personID,
                sessionID: caller.sessionID,
                purpose: record.purpose,
                subject: record.subject,
                method: .mailedCode,
                at: now,
                in: tx
            )
        }
        guard let approval else { throw Problem.invalid("code", .wrong, "is not the code that was mailed for this") }
        return approval
    }

    /// Ends every wait for a mailed code: it has to be begun anew.
    func cancelHolds(of personID: String) async throws {
        try await environment.database.write { tx in
            guard try MailboxHoldStore.cancel(of: personID, in: tx) else { return }
            try ActivityStore.append(.confirmationCancelled, of: personID, at: environment.time.now(), in: tx)
        }
    }
}
