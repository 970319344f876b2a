import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit

/// Gathers samples until enough fit one another, and makes a template of them.
struct EnrolmentService: Sendable {
    let environment: IdentityEnvironment

    /// The most samples of one request that adds to those given before.
    static let submissionLimit = 20
    /// The most samples of one request that holds all there are.
    static let wholeLimit = Verifier.maximumSamples
    /// The most requests that one enrolment takes, which bounds the work that one owner can cause.
    static let submissionsLimit = 30

    /// What a completing closure is told of.
    struct Completion: Sendable {
        /// Whether the template was drawn with a finger or pen rather than a mouse.
        var touch: Bool
        var complexity: Double
        var warnings: [String]
        /// Whether an approval allowed the enrolment to replace a template.
        var approved: Bool
        /// Whether other samples waited that are no part of it: as far as can be told, they are of another hand.
        var isContested: Bool
    }

    /// What a completing closure says.
    struct Completed<Value: Sendable>: Sendable {
        /// Where the template goes.
        var place: TemplatePlace
        /// What the person confirmed it by, of one that is good in one app.
        var confirmedBy: StepUp.Method?
        var value: Value
    }

    /// Adds samples to an owner's enrolment, and makes the template when enough fit.
    ///
    /// All samples of the enrolment are looked at together each time: one that fitted may cease to, and one that was doubted may fit once more
    /// have come. Samples that the enrolment has already are recognised, so a request may safely be sent again. What is no signature or a
    /// copy is named and dropped. When ten new samples fit one another but not the earlier ones, the new ones win; a requester's ten through an app
    /// are joined with no earlier ones at all.
    /// - Parameters:
    ///   - samples: 1 … 20 valid samples; 30 where they replace those given before.
    ///   - owner: Whom the pending enrolment belongs to for 30 minutes.
    ///   - party: Who waits together where much is to be looked at: a person, or a network.
    ///   - replaces: Whether the samples are all there are: what was given before and is not among them counts no more.
    ///   - keepsFirst: Whether ten new samples win over none, because the first ones were allowed and no others.
    ///   - personID: Whose earlier signatures must not come back as samples; `nil` where there is no account yet.
    ///   - approve: Gives, in the transaction that stores the result, the permit for the template; is told whether an earlier request had one that
    ///     lasts; throws to refuse the request.
    ///   - complete: Runs in the transaction that stores the template, before it is stored: makes the account where there is none, and
    ///     says where the template goes and what its person confirmed it by. It may run more than once.
    /// - Returns: The counts, and what `complete` returned once the template was made.
    /// - Throws: a ``Problem``; what the closures throw. Nothing is stored then.
    func submit<Value: Sendable>(
        _ samples: [Sample],
        for owner: EnrolmentOwner,
        from party: String,
        replaces: Bool = false,
        keepsFirst: Bool = false,
        personID: String? = nil,
        approve: @escaping @Sendable (_ approved: Bool, any WriteTransaction) throws -> StepUp.Permit,
        complete: @escaping @Sendable (Completion, borrowing StepUp.Permit, any WriteTransaction) throws -> Completed<Value>
    ) async throws -> EnrolmentProgress<Value> {
        let limit = replaces ? Self.wholeLimit : Self.submissionLimit
        guard (1...limit).contains(samples.count) else { throw Problem.invalid("samples", .count, "must hold 1 to \(limit) samples") }
        for _ in 0..<8 {
            let before = try await load(owner, personID: personID)
            guard before.pending.map({ $0.submissions < Self.submissionsLimit }) ?? true else {
                throw Problem.tooMany(.tooManySamples, retryAfter: Int(EnrolmentStore.lifetime))
            }
            let kept = replaces ? [] : before.pending?.samples ?? []
            // In a session all samples are of who holds it; an app's requesters are told apart as its form allows.
            let joinsOnlyFewer = if case .app(_, _, .requester) = owner { true } else { false }
            let findings = try await examine(
                samples,
                kept: kept,
                before,
                keepsFirst: keepsFirst,
                joinsOnlyFewer: joinsOnlyFewer,
                party: party
            )
            let stored: EnrolmentProgress<Value>? = try await environment.database.write { [environment] tx in
                let now = environment.time.now()
                let version = try EnrolmentStore.version(owner, at: now, keys: environment.keys, in: tx)
                guard version == before.pending?.version ?? 0 else { return nil }
                if let personID, try TraceStore.last(of: personID, in: tx) != before.lastTrace { return nil }
                return try store(
                    findings,
                    before: before.pending,
                    owner: owner,
                    party: party,
                    at: now,
                    approve: approve,
                    complete: complete,
                    in: tx
                )
            }
            if let stored { return stored }
        }
        throw Problem.unavailable()
    }

    /// Whether an enrolment would keep one of some samples, beside a person's earlier ones; heavy work.
    ///
    /// - Throws: a ``Problem`` where there is no room for it now.
    func wouldKeep(_ samples: [Sample], beside traces: [[UInt8]], from party: String) async throws -> Bool {
        let verifier = environment.verifier
        return try await environment.computeLimiter.run(for: party) {
            try !EnrolmentFindings(samples, kept: [], traces: traces, verifier: verifier).kept.isEmpty
        }
    }

    private struct Before: Sendable {
        var pending: PendingEnrolment?
        var traces: [[UInt8]] = []
        var lastTrace = 0
    }

    private func load(_ owner: EnrolmentOwner, personID: String?) async throws -> Before {
        try await environment.database.read { [environment] tx in
            var before = Before()
            before.pending = try EnrolmentStore.find(owner, at: environment.time.now(), keys: environment.keys, in: tx)
            if let personID {
                let history = try TraceStore.history(of: personID, keys: environment.keys, in: tx)
                before.traces = history.traces
                before.lastTrace = history.last
            }
            return before
        }
    }

    private func examine(
        _ samples: [Sample],
        kept: [[UInt8]],
        _ before: Before,
        keepsFirst: Bool,
        joinsOnlyFewer: Bool,
        party: String
    ) async throws -> EnrolmentFindings {
        let verifier = environment.verifier
        return try await environment.computeLimiter.run(for: party) {
            try EnrolmentFindings(
                samples,
                kept: kept,
                traces: before.traces,
                keepsFirst: keepsFirst,
                joinsOnlyFewer: joinsOnlyFewer,
                verifier: verifier
            )
        }
    }

    private func store<Value: Sendable>(
        _ findings: EnrolmentFindings,
        before: PendingEnrolment?,
        owner: EnrolmentOwner,
        party: String,
        at now: Timestamp,
        approve: (Bool, any WriteTransaction) throws -> StepUp.Permit,
        complete: (Completion, borrowing StepUp.Permit, any WriteTransaction) throws -> Completed<Value>,
        in tx: any WriteTransaction
    ) throws -> EnrolmentProgress<Value> {
        let permit = try approve(before?.approved ?? false, tx)
        let approved = permit.isLasting
        let isContested = before?.isContested ?? false || findings.leavesOut
        var pending =
            before
            ?? PendingEnrolment(
                id: Identifier.random(),
                approved: approved,
                version: 0,
                submissions: 0,
                createdAt: now,
                expiresAt: now,
                samples: []
            )
        var progress = EnrolmentProgress<Value>(
            id: pending.id,
            countModel: findings.model,
            countExist: findings.accepted.count,
            countRequired: findings.required,
            countIncorrect: findings.rejected.count,
            counted: findings.counted,
            rejected: findings.rejected,
            complexity: findings.complexity,
            warnings: findings.warnings
        )
        guard let template = findings.template else {
            pending.approved = approved
            pending.version += 1
            pending.submissions += 1
            pending.expiresAt = now.adding(seconds: EnrolmentStore.lifetime)
            pending.samples = findings.kept
            (pending.party, pending.isContested) = (party, isContested)
            try EnrolmentStore.save(pending, for: owner, keys: environment.keys, in: tx)
            return progress
        }
        let completion = Completion(
            touch: findings.touch,
            complexity: findings.complexity,
            warnings: findings.warnings,
            approved: approved,
            isContested: try isContested || EnrolmentStore.othersWait(beside: owner, at: now, keys: environment.keys, in: tx)
        )
        let completed = try complete(completion, permit, tx)
        let place = completed.place
        let record = TemplateRecord(
            place: place,
            touch: findings.touch,
            referenceCount: findings.referenceCount,
            createdAt: now,
            confirmedBy: completed.confirmedBy
        )
        try TemplateStore.replace(with: record, bytes: template, permit: permit, keys: environment.keys, in: tx)
        // What was doubted was drawn by the person too: it must not be replayed.
        for (samples, templateID) in [(findings.doubted, nil), (findings.accepted, record.id)] {
            for sample in samples {
                try TraceStore.append(
                    sample.trace,
                    digest: TraceStore.digest(of: sample.encoded),
                    templateID: templateID,
                    of: place,
                    keys: environment.keys,
                    in: tx
                )
            }
        }
        try EnrolmentStore.delete(owner, keys: environment.keys, in: tx)
        progress.completion = completed.value
        return progress
    }
}
