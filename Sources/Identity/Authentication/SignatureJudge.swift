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
    ///
    /// Below a match it is coarse, so that it cannot be climbed.
    var similarity: Double
    var isMatch: Bool
    /// Why nothing was compared, such as `replay`.
    var refusal: String?
    /// What agreed least, worst first; or the refusal.
    var reasons: [String]
    /// What it was compared with; `nil` where an earlier answer is given again.
    var template: TemplatePlace?
    /// Whether it copies a sample that was given before.
    var isCopy: Bool { refusal == Refusal.replay.rawValue }
    /// Whether it is no signature at all, so that it was compared with nothing.
    var isNoSignature: Bool { Self.isNoSignature(refusal) }

    /// What an observer sees of a drawing: who tries it learns nothing of the template.
    static func isNoSignature(_ refusal: String?) -> Bool {
        switch refusal.flatMap(Refusal.init(rawValue:)) {
        case .empty, .dot, .line, .tooShort, .tooSimple, .tooLong: true
        default: false
        }
    }
}

/// Compares signatures with templates and remembers them, so that none counts twice.
struct SignatureJudge: Sendable {
    let environment: IdentityEnvironment

    /// What is known of a signature besides the sample.
    struct Circumstances: Sendable {
        /// Where it comes from.
        var source: SignatureSource
        /// Who waits together where much is to be compared: a device, or a network.
        var party: String
        /// The app it was given in; its own template is preferred to the person's.
        var appID: String?
        var deviceID: String?
        var place: SignaturePlace?
        /// What it was given for, where how it looks is kept for a document that it may come to stand on.
        var purpose: DrawingStore.Purpose?
        /// The new id under which the signature is kept, where the caller needs one of a form of its own; `nil` makes one.
        var signatureID: String?
        /// Whether it is looked at even while its source waits after guessing.
        var isDrawn = false
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
    /// - Throws: a ``Problem``: `notEnrolled`, `consentRequired`, `waitAfterFailures` after guessing at the source, or `unavailable`
    ///   under too much load; ``Unreadable``.
    func judge<Value: Sendable>(
        _ sample: Sample,
        of personID: String,
        circumstances: Circumstances,
        then: @escaping @Sendable (Judged, any WriteTransaction) throws -> Value
    ) async throws -> Value {
        let encoded = sample.encoded()
        let digest = TraceStore.digest(of: encoded)
        for _ in 0..<8 {
            let known = try await load(personID, digest: digest, circumstances)
            let finding = try await compare(sample, with: known, circumstances)
            let result: Value? = try await environment.database.write { [environment] tx in
                guard try isCurrent(known, of: personID, circumstances, in: tx) else { return nil }
                let judged = try watch(finding, of: personID, circumstances, known, in: tx)
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
                try remember(finding, judged, digest: digest, of: personID, circumstances, known, in: tx)
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
        /// What was refused from the same source.
        var tries: RefusedTraceStore.History
        var watch: SourceWatch?
        var isRepeated: Bool
    }

    struct Finding: Sendable {
        var similarity: Double
        var isMatch: Bool
        var refusal: String?
        var reasons: [String]
        var trace: [UInt8]
        /// Which refused samples of the source it is a near copy of, by their places.
        var likeTries: [Int] = []
        /// How the signature looks, where that is kept.
        var drawing: [UInt8]?
        /// The person's template with this sample, where it becomes a reference.
        var template: [UInt8]?
    }

    /// What a sample is compared with; ``isCurrent(_:of:_:in:)`` looks at it again where the outcome is kept.
    func load(_ personID: String, digest: [UInt8], _ circumstances: Circumstances) async throws -> Known {
        // A history is read from many pages: a view that writers must heed would have them run again and again.
        try await environment.database.readSnapshot { [keys = environment.keys, now = environment.time.now()] tx in
            try ConsentStore.require(of: personID, in: tx)
            guard let record = try TemplateStore.find(of: personID, forApp: circumstances.appID, in: tx) else { throw Problem.notEnrolled }
            let watch = try SourceWatchStore.find(circumstances.source, trying: record.place, at: now, in: tx)
            if !circumstances.isDrawn, let seconds = watch?.wait(at: now) {
                throw Problem.tooMany(.waitAfterFailures, retryAfter: seconds)
            }
            do {
                let bytes = try TemplateStore.open(record, keys: keys, in: tx)
                let template = try AdaptiveTemplate(decoding: bytes, enrolledOn: Self.day(record.createdAt))
                // As it was enrolled, a template has all that its traces say; once samples were taken in, some have left it.
                let same = template.additions == 0 ? record.id : nil
                return Known(
                    record: record,
                    template: template,
                    history: try TraceStore.history(of: personID, except: same, keys: keys, in: tx),
                    tries: try RefusedTraceStore.history(of: personID, from: circumstances.source, keys: keys, in: tx),
                    watch: watch,
                    isRepeated: try TraceStore.contains(digest, of: personID, in: tx)
                )
            } catch let error as StorageError where error.code == .undecryptable || error.code == .notFound {
                throw Unreadable(cause: error)
            }
        }
    }

    private func compare(_ sample: Sample, with known: Known, _ circumstances: Circumstances) async throws -> Finding {
        let verifier = environment.verifier
        let today = Self.day(environment.time.now())
        return try await environment.computeLimiter.run(for: circumstances.party) {
            let drawing = circumstances.purpose != nil ? InkDrawing(sample)?.encoded() : nil
            if known.isRepeated {
                let refusal = Refusal.replay.rawValue
                return Finding(
                    similarity: 0,
                    isMatch: false,
                    refusal: refusal,
                    reasons: [],
                    trace: ReplayTrace(of: sample).encoded(),
                    drawing: drawing
                )
            }
            let earlier = try known.history.traces.map { try ReplayTrace(decoding: $0) }
            let tries = try known.tries.traces.map { try ReplayTrace(decoding: $0) }
            let verdict = verifier.verify(sample, against: known.template, earlier: earlier + tries)
            let refusal = verdict.refusal?.rawValue
            return Finding(
                similarity: verdict.similarity.isFinite ? verdict.similarity : 0,
                isMatch: verdict.isMatch,
                refusal: refusal,
                reasons: refusal == nil ? verdict.reasons.map(\.aspect.rawValue) : [],
                trace: verdict.trace.encoded(),
                likeTries: known.template.template.nearCopies(of: verdict.trace, among: tries),
                drawing: drawing,
                template: known.template.updated(with: sample, verdict, on: today)?.encoded()
            )
        }
    }

    /// The day since 1970.
    private static func day(_ time: Timestamp) -> Int { Int(time.milliseconds / 86_400_000) }

    private func isCurrent(_ known: Known, of personID: String, _ circumstances: Circumstances, in tx: any ReadTransaction) throws -> Bool {
        try ConsentStore.require(of: personID, in: tx)
        let template = try TemplateStore.find(of: personID, forApp: circumstances.appID, in: tx)
        return try template?.id == known.record.id && TraceStore.last(of: personID, in: tx) == known.history.last
            && RefusedTraceStore.last(of: personID, from: circumstances.source, in: tx) == known.tries.last
    }
}

// MARK: - Memory

extension SignatureJudge {
    /// Below a match a similarity is told and kept in so many steps.
    private static let steps = 20.0

    /// What becomes of a finding at a source, which is held against the source or to its credit.
    private func watch(
        _ finding: Finding,
        of personID: String,
        _ circumstances: Circumstances,
        _ known: Known,
        in tx: any WriteTransaction
    ) throws -> Judged {
        let now = environment.time.now()
        var judged = Judged(
            signatureID: circumstances.signatureID ?? Identifier.random(),
            similarity: finding.similarity,
            isMatch: finding.isMatch,
            refusal: finding.refusal,
            reasons: finding.reasons,
            template: known.record.place
        )
        var watch = known.watch ?? SourceWatch(at: now)
        let isWary = watch.isWary(at: now)
        if isWary, judged.similarity < SourceWatch.sure { judged.isMatch = false }
        // A sample that is sent again teaches nothing: an answer may have been lost.
        let isGuess = !known.isRepeated && known.tries.familySize(joining: finding.likeTries) >= SourceWatch.familyLimit
        if isGuess {
            (judged.isMatch, judged.similarity) = (false, 0)
            (judged.refusal, judged.reasons) = (Guessing.refusal, [])
            try environment.noteGuessing(of: personID, from: circumstances.source, at: now, in: tx)
            watch.noteGuessing(at: now, longest: circumstances.source.longestWait)
        } else if judged.isMatch {
            watch.noteMatch(at: now, credit: circumstances.source.credit)
        } else if !known.isRepeated {
            watch.noteRefusal(at: now)
        }
        if !judged.isMatch {
            judged.similarity = isWary ? 0 : (judged.similarity * Self.steps).rounded(.down) / Self.steps
            if isWary, judged.refusal == nil { judged.reasons = [] }
        }
        if known.watch != nil || !judged.isMatch && !known.isRepeated {
            try SourceWatchStore.save(watch, of: circumstances.source, trying: known.record.place, in: tx)
        }
        return judged
    }

    /// Keeps what later samples are held against: what was accepted apart from what was refused.
    private func remember(
        _ finding: Finding,
        _ judged: Judged,
        digest: [UInt8],
        of personID: String,
        _ circumstances: Circumstances,
        _ known: Known,
        in tx: any WriteTransaction
    ) throws {
        let keys = environment.keys
        guard judged.isMatch else {
            // What is no signature would only push what was refused out of the memory, and no copy of it is worth anything.
            if known.isRepeated || judged.isNoSignature { return }
            try RefusedTraceStore.append(
                finding.trace,
                digest: digest,
                like: finding.likeTries,
                in: known.tries,
                of: personID,
                from: circumstances.source,
                keys: keys,
                in: tx
            )
            return
        }
        try TraceStore.append(finding.trace, digest: digest, of: known.record.place, keys: keys, in: tx)
        for surplus in known.history.surplus(addingTo: known.record.place) {
            try TraceStore.drop(surplus.number, of: surplus.place, personID, in: tx)
        }
        if let updated = finding.template {
            try TemplateStore.update(known.record, bytes: updated, keys: keys, in: tx)
        }
    }
}
