import ParaphStorage
import ParaphWire
import ServerKit

/// The way back in without a signature or a known device.
struct RecoveryService: Sendable {
    let environment: IdentityEnvironment

    /// The wrong codes that a session bears before every further one waits; with 100 bits guessing is hopeless anyway.
    static let policy = AttemptPolicy(freeFailures: 5, delay: 30, hardStop: .max)

    /// Makes new codes, which void the set before.
    func renewCodes(_ request: ApprovedRequest, by caller: SessionCaller) async throws -> RecoveryCodes {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let act = try ProtectedAct.recoveryCodes(of: caller.personID, in: tx)
            return try StepUp(environment: environment).perform(act, by: caller, approval: request.approval, at: now, in: tx) { permit, _ in
                let codes = try RecoveryStore.renew(for: caller.personID, permit: permit, at: now, in: tx)
                return RecoveryCodes(codes: codes.map(\.text), remaining: codes.count)
            }
        }
    }

    /// How many codes are left.
    func codes(of personID: String) async throws -> RecoveryCodes {
        try await environment.database.read { RecoveryCodes(remaining: try RecoveryStore.remaining(of: personID, in: $0)) }
    }

    /// Approves by a code what a signature would; it also lets signatures be looked at again on the session's device.
    func approve(_ request: RecoveryApprovalRequest, personID: String, sessionID: String, deviceID: String?) async throws -> Approval {
        try Problem.check(request.purpose, subject: request.subject)
        // What can be no code is a slip of the hand, and costs no try.
        guard let code = RecoveryCode(typed: request.recoveryCode) else { throw Self.noCode }
        let approval = try await environment.database.write { [environment] tx -> Approval? in
            let now = environment.time.now()
            let scope = AttemptStore.scope(recoveryIn: sessionID)
            let decision = try AttemptStore.reserve(scope, personID: personID, policy: Self.policy, at: now, in: tx)
            if case .wait(let seconds) = decision { throw Problem.tooMany(.waitAfterFailures, retryAfter: seconds) }
            guard try RecoveryStore.consume(code, of: personID, at: now, in: tx) else { return nil }
            try AttemptStore.succeed(scope, in: tx)
            if let deviceID { try AttemptStore.succeed(onDevice: deviceID, of: personID, in: tx) }
            try noteUse(personID: personID, at: now, in: tx)
            return try ApprovalStore.issue(
                to: personID,
                sessionID: sessionID,
                purpose: request.purpose,
                subject: request.subject,
                method: .recoveryCode,
                at: now,
                in: tx
            )
        }
        guard let approval else { throw Self.wrongCode }
        return approval
    }

    /// Opens a session on the device that asks; on one that is known, of which nothing is told, signatures are looked at again.
    ///
    /// One that is not known yet is let in and told of, as by a device request, but nothing waits for an approval meanwhile.
    func signIn(_ asked: RecoverySignIn, appID: String? = nil) async throws -> SessionGrant {
        guard let identifier = AccountIdentifier(asked.identifier) else {
            throw Problem.invalid("identifier", .malformed, "is neither an e-mail nor a username")
        }
        try asked.device.check(subject: identifier.normalised)
        let code = RecoveryCode(typed: asked.recoveryCode)
        let grant = try await environment.database.write { [environment] tx -> SessionGrant? in
            let now = environment.time.now()
            guard let code, let person = try PersonStore.find(identifier: asked.identifier, keys: environment.keys, in: tx),
                person.status == .active, try RecoveryStore.consume(code, of: person.id, at: now, in: tx)
            else { return nil }
            let wanted = DeviceRecord(asked.device, personID: person.id, addedBy: .recovery, at: now)
            let stepUp = StepUp(environment: environment)
            let device = try stepUp.add(wanted, shown: .recoveryCode, at: now, in: tx)
            try AttemptStore.succeed(onDevice: device.id, of: person.id, in: tx)
            try DeviceStore.touch(device.id, at: now, in: tx)
            try noteUse(personID: person.id, at: now, in: tx)
            return try stepUp.signIn(on: device, shown: .recoveryCode, appID: appID, at: now, in: tx)
        }
        guard let grant else { throw Self.wrongCode }
        return grant
    }

    /// Notes and tells that a code was used.
    func noteUse(personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try ActivityStore.append(.recoveryCodeUsed, of: personID, at: now, in: tx)
        guard let person = try PersonStore.find(personID, keys: environment.keys, in: tx) else { return }
        try environment.notify(person, of: .recoveryCodeUsed, in: tx)
    }

    static let noCode = Problem.invalid(
        "recoveryCode",
        .malformed,
        "is no recovery code: one has 20 letters and digits, such as 0123-4567-89AB-CDEF-GHJK"
    )

    static let wrongCode = Problem.invalid("recoveryCode", .wrong, "is not one of the recovery codes that are left")
}
