import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit

/// What became of one signature.
struct Judged: Sendable {
    /// The id under which the signature is kept.
    var signatureID: String
    /// The calibrated similarity, 0 … 1; 0 where nothing was compared.
    var similarity: Double
    var isMatch: Bool
    /// Why nothing was compared, such as `replay`.
    var refusal: String?
    /// What agreed least, worst first; or the refusal.
    var reasons: [String]
    /// Whether it copies a sample that was given before.
    var isCopy: Bool { refusal == Refusal.replay.rawValue }
}

/// Compares signatures with templates and remembers them, so that none counts twice.
struct SignatureJudge: Sendable {
    let environment: IdentityEnvironment

    /// What is known of a signature besides the sample.
    struct Circumstances: Sendable {
        /// The app it was given in; its own template is preferred to the person's.
        var appID: String?
        var deviceID: String?
        var place: SignaturePlace?
        /// What it was given for, where how it looks is kept for a document that it may come to stand on.
        var purpose: DrawingStore.Purpose?
        /// The new id under which the signature is kept, where its form matters to somebody; `nil` makes one.
        var signatureID: String?
    }

    /// Judges a signature outside any transaction, then keeps the record, the trace and whatever `then` writes, all at once.
    ///
    /// Two copies of a sample given at the same time cannot both count: who finds another sample stored meanwhile looks again.
    /// - Parameters:
    ///   - sample: A valid sample.
    ///   - personID: Whose signature it is said to be.
    ///   - circumstances: What else is known of it.
    ///   - then: Runs in the transaction that keeps the record; may run more than once; throws to keep nothing.
    /// - Returns: What `then` returned.
    /// - Throws: a ``Problem``: `notEnrolled`, `consentRequired`, or `unavailable` under too much load; ``Unreadable``.
    func judge<Value: Sendable>(
        _ sample: Sample,
        of personID: String,
        circumstances: Circumstances,
        then: @escaping @Sendable (Judged, any WriteTransaction) throws -> Value
    ) async throws -> Value {
        let encoded = sample.encoded()
        let digest = TraceStore.digest(of: encoded)
        for _ in 0..<8 {
            let known = try await load(personID, digest: digest, appID: circumstances.appID)
            let finding = try await compare(sample, with: known, drawing: circumstances.purpose != nil)
            let result: Value? = try await environment.database.write { [environment] tx in
                guard try isCurrent(known, of: personID, appID: circumstances.appID, in: tx) else { return nil }
                let judged = Judged(
                    signatureID: circumstances.signatureID ?? Identifier.random(),
                    similarity: finding.similarity,
                    isMatch: finding.isMatch,
                    refusal: finding.refusal,
                    reasons: finding.reasons
                )
                let record = SignatureRecord(
                    id: judged.signatureID,
                    personID: personID,
                    appID: circumstances.appID,
                    deviceID: circumstances.deviceID,
                    similarity: judged.similarity,
                    isMatch: judged.isMatch,
                    refusal: judged.refusal,
                    place: circumstances.place,
                    at: environment.time.now()
                )
                try SignatureStore.insert(record, keys: environment.keys, in: tx)
                if let purpose = circumstances.purpose, purpose == .app || judged.isMatch, let drawing = finding.drawing {
                    let until = record.at.adding(seconds: DrawingStore.patience)
                    try DrawingStore.insert(drawing, of: record.id, personID: personID, until: until, keys: environment.keys, in: tx)
                }
                try TraceStore.append(finding.trace, digest: digest, of: personID, keys: environment.keys, in: tx)
                if let surplus = known.history.surplus { try TraceStore.drop(surplus, of: personID, in: tx) }
                if let updated = finding.template {
                    try TemplateStore.update(known.record, bytes: updated, keys: environment.keys, in: tx)
                }
                return try then(judged, tx)
            }
            if let result { return result }
        }
        throw Problem.unavailable()
    }

    /// What a signature is to be compared with does not open: nothing was compared, and it is no failure of the person's.
    struct Unreadable: Error {
        let cause: StorageError
    }

    struct Known: Sendable {
        var record: TemplateRecord
        var template: AdaptiveTemplate
        var history: TraceStore.History
        var isRepeated: Bool
    }

    private struct Finding: Sendable {
        var similarity: Double
        var isMatch: Bool
        var refusal: String?
        var reasons: [String]
        var trace: [UInt8]
        /// How the signature looks, where that is kept.
        var drawing: [UInt8]?
        /// The person's template with this sample, where it becomes a reference.
        var template: [UInt8]?
    }

    /// What a sample is compared with; ``isCurrent(_:of:appID:in:)`` looks at it again where the outcome is kept.
    func load(_ personID: String, digest: [UInt8], appID: String?) async throws -> Known {
        // A history is read from many pages: a view that writers must heed would have them run again and again.
        try await environment.database.readSnapshot { [keys = environment.keys] tx in
            try ConsentStore.require(of: personID, in: tx)
            guard let record = try TemplateStore.find(of: personID, forApp: appID, in: tx) else { throw Problem.notEnrolled }
            do {
                let bytes = try TemplateStore.open(record, keys: keys, in: tx)
                let template = try AdaptiveTemplate(decoding: bytes, enrolledOn: Self.day(record.createdAt))
                // As it was enrolled, a template has all that its traces say; once samples were taken in, some have left it. The bytes tell,
                // not the revision: templates from before there were revisions are all of the first.
                let same = template.additions == 0 ? record.id : nil
                return Known(
                    record: record,
                    template: template,
                    history: try TraceStore.history(of: personID, except: same, keys: keys, in: tx),
                    isRepeated: try TraceStore.contains(digest, of: personID, in: tx)
                )
            } catch let error as StorageError where error.code == .undecryptable || error.code == .notFound {
                throw Unreadable(cause: error)
            }
        }
    }

    private func compare(_ sample: Sample, with known: Known, drawing isDrawn: Bool) async throws -> Finding {
        let verifier = environment.verifier
        let today = Self.day(environment.time.now())
        return try await environment.bench.run {
            let drawing = isDrawn ? InkDrawing(sample)?.encoded() : nil
            if known.isRepeated {
                let refusal = Refusal.replay.rawValue
                return Finding(
                    similarity: 0,
                    isMatch: false,
                    refusal: refusal,
                    reasons: [refusal],
                    trace: ReplayTrace(of: sample).encoded(),
                    drawing: drawing
                )
            }
            let earlier = try known.history.traces.map { try ReplayTrace(decoding: $0) }
            let verdict = verifier.verify(sample, against: known.template, earlier: earlier)
            let refusal = verdict.refusal?.rawValue
            return Finding(
                similarity: verdict.similarity.isFinite ? verdict.similarity : 0,
                isMatch: verdict.isMatch,
                refusal: refusal,
                reasons: refusal.map { [$0] } ?? verdict.reasons.map(\.aspect.rawValue),
                trace: verdict.trace.encoded(),
                drawing: drawing,
                template: known.template.updated(with: sample, verdict, on: today)?.encoded()
            )
        }
    }

    /// The day since 1970.
    private static func day(_ time: Timestamp) -> Int { Int(time.milliseconds / 86_400_000) }

    private func isCurrent(_ known: Known, of personID: String, appID: String?, in tx: any ReadTransaction) throws -> Bool {
        try ConsentStore.require(of: personID, in: tx)
        let template = try TemplateStore.find(of: personID, forApp: appID, in: tx)
        return try template?.id == known.record.id && TraceStore.last(of: personID, in: tx) == known.history.last
    }
}
