import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit

/// Enrolment by the native API: a person with a session gives the references of their own template.
struct NativeEnrolment: Sendable {
    let environment: IdentityEnvironment

    /// Takes samples for a new enrolment, or for the person's pending one.
    ///
    /// What ``StepUp`` asks for is shown with the first request, and holds for this session's enrolment as long as that waits.
    /// - Parameters:
    ///   - request: The samples and the approval.
    ///   - caller: Who enrols, in which session.
    ///   - id: The pending enrolment that the samples are for; `nil` to begin or go on with whichever there is.
    /// - Returns: The counts.
    /// - Throws: a ``Problem``.
    func enrol(_ request: EnrolmentRequest, by caller: SessionCaller, id: String? = nil) async throws -> EnrolmentResult {
        let replaces = request.replaces ?? false
        let limit = replaces ? EnrolmentService.wholeLimit : EnrolmentService.submissionLimit
        guard (1...limit).contains(request.samples.count) else {
            throw Problem.invalid("samples", .count, "must hold 1 to \(limit) samples")
        }
        let samples = try request.samples.enumerated().map { try AnswerService.sample($0.element.bytes, field: "samples[\($0.offset)]") }
        let personID = caller.personID
        try await check(id, by: caller)
        let progress = try await EnrolmentService(environment: environment).submit(
            samples,
            for: .person(personID, sessionID: caller.sessionID),
            from: personID,
            replaces: replaces,
            personID: personID,
            approve: { [environment] approved, tx in
                try ConsentStore.require(of: personID, in: tx)
                return try StepUp(environment: environment).begin(
                    .signature(of: personID, in: tx),
                    by: caller,
                    approval: request.approval,
                    isGoingOn: approved,
                    at: environment.time.now(),
                    in: tx
                )
            },
            complete: { [environment] _, permit, tx in
                try note(personID, permit: permit, in: tx)
                try AppReach.endUnconfirmedTemplates(of: personID, at: environment.time.now(), keys: environment.keys, in: tx)
                return EnrolmentService.Completed(place: TemplatePlace(personID: personID), value: true)
            }
        )
        return EnrolmentResult(
            id: progress.id,
            status: progress.isComplete ? .created : .more,
            countModel: progress.countModel,
            countExist: progress.countExist,
            countRequired: progress.countRequired,
            countIncorrect: progress.countIncorrect,
            accepted: progress.counted,
            rejected: progress.rejected.map { .init(index: $0.index, reason: Open(rawValue: $0.reason)) },
            complexity: progress.isComplete ? progress.complexity : nil,
            warnings: progress.warnings.map(Open.init(rawValue:))
        )
    }

    /// Says whether one sample alone can serve; nothing is kept of it.
    func check(_ request: SampleCheckRequest, by caller: SessionCaller) async throws -> SampleCheckResult {
        let sample = try AnswerService.sample(request.sample.bytes, field: "sample")
        try await environment.database.read { tx in try ConsentStore.require(of: caller.personID, in: tx) }
        let verifier = environment.verifier
        let refusal = try await environment.computeLimiter.run(for: caller.personID) { verifier.assess(sample).refusal }
        return SampleCheckResult(isUsable: refusal == nil, reason: refusal.map { Open(rawValue: $0.rawValue) })
    }

    private func check(_ id: String?, by caller: SessionCaller) async throws {
        try await environment.database.read { [environment] tx in
            try ConsentStore.require(of: caller.personID, in: tx)
            guard let id else { return }
            let owner = EnrolmentOwner.person(caller.personID, sessionID: caller.sessionID)
            let known = try EnrolmentStore.state(owner, at: environment.time.now(), keys: environment.keys, in: tx)
            guard known?.id == id else { throw Problem.notFound("enrolment") }
        }
    }

    private func note(_ personID: String, permit: borrowing StepUp.Permit, in tx: any WriteTransaction) throws {
        guard let person = try PersonStore.find(personID, keys: environment.keys, in: tx) else { throw Problem.notFound("person") }
        let act = try ProtectedAct.signature(of: personID, in: tx)
        let now = environment.time.now()
        try StepUp(environment: environment).finish(act, permit: permit, on: person, at: now, in: tx)
        if act == .replaceSignature {
            try AuditStore.append(.templateReplaced, actor: personID, subject: personID, at: now, in: tx)
        }
        try AnewAccountStore.release(personID, in: tx)
        // What other sessions and apps began was for the signature that there was.
        try EnrolmentStore.deleteAll(of: personID, keys: environment.keys, in: tx)
    }
}
