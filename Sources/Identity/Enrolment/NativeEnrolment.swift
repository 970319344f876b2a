import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

/// Enrolment by the native API: a person with a session gives the references of their own template.
struct NativeEnrolment: Sendable {
    let environment: IdentityEnvironment

    /// Takes samples for a new enrolment, or for the person's pending one.
    ///
    /// Replacing a template takes an approval; it is used up by the first request and holds for the enrolment's thirty minutes.
    /// - Parameters:
    ///   - request: The samples and the approval.
    ///   - personID: Who enrols.
    ///   - id: The pending enrolment that the samples are for; `nil` to begin or go on with whichever there is.
    /// - Returns: The counts.
    /// - Throws: a ``Problem``.
    func enrol(_ request: EnrolmentRequest, personID: String, id: String? = nil) async throws -> EnrolmentResult {
        guard (1...EnrolmentService.submissionLimit).contains(request.samples.count) else {
            throw Problem.invalid("samples", "count", "must hold 1 to \(EnrolmentService.submissionLimit) samples")
        }
        let samples = try request.samples.enumerated().map { try AnswerService.sample($0.element.bytes, field: "samples[\($0.offset)]") }
        try await check(id, personID: personID)
        let progress = try await EnrolmentService(environment: environment).submit(
            samples,
            for: .person(personID),
            personID: personID,
            approve: { [environment] approved, tx in
                try ConsentStore.require(of: personID, in: tx)
                guard !approved, try TemplateStore.find(TemplatePlace(personID: personID), in: tx) != nil else { return approved }
                try ApprovalStore.consume(
                    request.approval,
                    of: personID,
                    purpose: .modifySignature,
                    at: environment.time.now(),
                    in: tx
                )
                return true
            },
            complete: { _, tx in
                try note(personID, in: tx)
                return (TemplatePlace(personID: personID), true)
            }
        )
        return EnrolmentResult(
            id: progress.id,
            status: progress.isComplete ? .created : .more,
            countModel: progress.countModel,
            countExist: progress.countExist,
            countRequired: progress.countRequired,
            countIncorrect: progress.countIncorrect,
            rejected: progress.rejected.map { .init(index: $0.index, reason: $0.reason) },
            complexity: progress.isComplete ? progress.complexity : nil,
            warnings: progress.warnings
        )
    }

    private func check(_ id: String?, personID: String) async throws {
        try await environment.database.read { [environment] tx in
            try ConsentStore.require(of: personID, in: tx)
            guard let id else { return }
            let row = try tx.first(
                """
                SELECT id FROM enrolment WHERE id = \(id) AND owner = \(EnrolmentOwner.person(personID).key)
                AND expiresAt > \(environment.time.now())
                """
            )
            guard row != nil else { throw Problem.notFound("enrolment") }
        }
    }

    private func note(_ personID: String, in tx: any WriteTransaction) throws {
        guard let person = try PersonStore.find(personID, in: tx) else { throw Problem.notFound("person") }
        let replaces = try TemplateStore.find(TemplatePlace(personID: personID), in: tx) != nil
        let now = environment.time.now()
        try ActivityStore.append(replaces ? .signatureModified : .enrolled, of: personID, at: now, in: tx)
        if replaces {
            try AuditStore.append(.templateReplaced, actor: personID, subject: personID, at: now, in: tx)
            try environment.notify(person, of: .signatureReplaced, in: tx)
        }
    }
}
