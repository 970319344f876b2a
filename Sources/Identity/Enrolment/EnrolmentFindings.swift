import ParaphInk
import ParaphVerification

/// What the verifier says of an enrolment's samples, old and new together.
struct EnrolmentFindings: Sendable {
    /// A sample that a hand drew.
    struct Drawn: Sendable {
        /// The sample in ParaphInk's binary encoding.
        var encoded: [UInt8]
        /// What a later replay is found by.
        var trace: [UInt8]
    }

    var template: [UInt8]?
    var referenceCount = 0
    var model: Int
    /// What fits.
    var accepted: [Drawn] = []
    /// What does not fit the others now; it may once more come.
    var doubted: [Drawn] = []
    /// What the next samples are looked at together with, in the order given: what fits and what is doubted.
    var kept: [[UInt8]] = []
    var required: Int
    /// The samples of the request that count, by their place in it.
    var counted: [Int] = []
    /// The samples of the request that do not fit, by their place in it.
    var rejected: [(index: Int, reason: String)] = []
    var complexity: Double
    var warnings: [String]
    /// Whether most samples that fit were drawn with a finger or pen.
    var touch: Bool
    /// Whether samples that waited are left out, because the request was judged by itself and did not hold them.
    var leavesOut = false

    /// So many samples at least can be said to fit one another.
    private static let leastFit = 3

    /// Looks at the samples kept so far and the new ones, all together; heavy work.
    ///
    /// Of more samples than a verifier looks at, the oldest are left out. Where `keepsFirst`, new ones only ever join those kept so far: they
    /// win over none and push none that fits out, most of those that fit must fit still (where none does, as many as can be said to fit), and
    /// what is doubted of them is not kept; but of the first ones it is, for they are what was allowed.
    /// Where `joinsOnlyFewer`, a request of as many samples as a template takes is judged by itself and joined with nothing that it does not hold:
    /// what waits may be of another hand.
    init(
        _ samples: [Sample],
        kept: [[UInt8]],
        traces: [[UInt8]],
        keepsFirst: Bool = false,
        joinsOnlyFewer: Bool = false,
        verifier: Verifier
    ) throws {
        let earlier = try traces.map { try ReplayTrace(decoding: $0) }
        let encoded = samples.map { $0.encoded() }
        // A sample that is kept already was sent again, as after a lost answer; it is neither new nor a copy.
        let known = Set(kept)
        var new = samples.indices.filter { !known.contains(encoded[$0]) }
        var alone: EnrolmentOutcome?
        if joinsOnlyFewer, samples.count >= verifier.policy.referenceCount, !known.isSubset(of: encoded) {
            alone = verifier.enrol(samples, earlier: earlier)
            leavesOut = true
            new = Array(samples.indices)
        }
        var old = alone == nil ? kept : []
        var before = try old.map { try Sample(decoding: $0) }
        var first: [Int] = []
        if keepsFirst { first = verifier.enrol(before, earlier: earlier).accepted }
        // First those that are doubted are left out.
        let leaving = old.indices.filter { !first.contains($0) } + first
        let left = Set(leaving.prefix(max(old.count + new.count - Verifier.maximumSamples, 0)))
        old = old.indices.filter { !left.contains($0) }.map { old[$0] }
        before = before.indices.filter { !left.contains($0) }.map { before[$0] }
        var all = before + new.map { samples[$0] }
        var outcome = alone ?? verifier.enrol(all, earlier: earlier)
        var isOldOnly = false
        if keepsFirst, !old.isEmpty {
            let allowed = verifier.enrol(before, earlier: earlier)
            let joined = outcome.accepted.filter(allowed.accepted.isEmpty ? old.indices.contains : allowed.accepted.contains)
            if joined.count < (allowed.accepted.isEmpty ? Self.leastFit : allowed.accepted.count / 2 + 1) {
                outcome = allowed
                all = before
                isOldOnly = true
            }
        } else if outcome.template == nil, !old.isEmpty, new.count >= verifier.policy.referenceCount {
            let fresh = verifier.enrol(new.map { samples[$0] }, earlier: earlier)
            if fresh.template != nil {
                outcome = fresh
                old = []
                all = new.map { samples[$0] }
            }
        }
        template = outcome.template?.encoded()
        referenceCount = outcome.template?.referenceCount ?? 0
        model = verifier.policy.referenceCount
        required = outcome.template == nil ? max(outcome.required, 1) : 0
        complexity = outcome.complexity.isFinite ? outcome.complexity : 0
        warnings = outcome.warnings.map(\.rawValue)
        let fitting = outcome.accepted.filter(all.indices.contains)
        accepted = fitting.map { Drawn(all[$0]) }
        touch = fitting.count { all[$0].tool == .finger || all[$0].tool == .pen } * 2 > fitting.count
        let reasons = Dictionary(outcome.rejected.map { ($0.index, $0.reason) }) { first, _ in first }
        doubted = all.indices.filter { reasons[$0] == .differs }.map { Drawn(all[$0]) }
        let isJoined = Set(outcome.accepted)
        self.kept = all.indices.filter { place in
            let isFitting = reasons[place] == nil || reasons[place] == .differs
            return isFitting && (!keepsFirst || old.isEmpty || place < old.count || isJoined.contains(place))
        }.map { all[$0].encoded() }
        let places = Dictionary(new.enumerated().map { ($1, old.count + $0) }) { first, _ in first }
        for index in samples.indices {
            let place = isOldOnly ? old.firstIndex(of: encoded[index]) : places[index] ?? old.firstIndex(of: encoded[index])
            guard let place else { continue }
            if let reason = reasons[place] { rejected.append((index, reason.rawValue)) }
            if isJoined.contains(place) { counted.append(index) }
        }
        if isOldOnly { rejected += new.map { ($0, Refusal.differs.rawValue) } }
    }
}

extension EnrolmentFindings.Drawn {
    fileprivate init(_ sample: Sample) {
        self.init(encoded: sample.encoded(), trace: ReplayTrace(of: sample).encoded())
    }
}
