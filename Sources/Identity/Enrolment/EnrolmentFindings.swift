import ParaphInk
import ParaphVerification

/// What the verifier says of an enrolment's samples, old and new together.
struct EnrolmentFindings: Sendable {
    /// A sample that fits.
    struct Accepted: Sendable {
        /// The sample in ParaphInk's binary encoding.
        var encoded: [UInt8]
        /// What a later replay is found by.
        var trace: [UInt8]
    }

    var template: [UInt8]?
    var referenceCount = 0
    var model: Int
    var accepted: [Accepted] = []
    var required: Int
    /// The new samples that do not fit, by their place in the request.
    var rejected: [(index: Int, reason: String)] = []
    var complexity: Double
    var warnings: [String]
    /// Whether most samples that fit were drawn with a finger or pen.
    var touch: Bool

    /// Looks at the samples kept so far and the new ones; heavy work.
    ///
    /// Where `keepsFirst`, the new ones only ever join those kept so far: they win over none, and most of those must fit still.
    init(_ samples: [Sample], kept: [[UInt8]], traces: [[UInt8]], keepsFirst: Bool = false, verifier: Verifier) throws {
        let earlier = try traces.map { try ReplayTrace(decoding: $0) }
        let known = Set(kept)
        // A sample that is kept already was sent again, as after a lost answer; it is neither new nor a copy.
        let new = samples.enumerated().filter { !known.contains($0.element.encoded()) }
        let old = try kept.map { try Sample(decoding: $0) }
        var outcome = verifier.enrol(old + new.map(\.element), earlier: earlier)
        var count = old.count
        var isOldOnly = false
        if keepsFirst, outcome.accepted.count(where: { $0 < old.count }) * 2 <= old.count, !old.isEmpty {
            outcome = verifier.enrol(old, earlier: earlier)
            isOldOnly = true
        } else if !keepsFirst, outcome.template == nil, !old.isEmpty, new.count >= verifier.policy.referenceCount {
            let fresh = verifier.enrol(new.map(\.element), earlier: earlier)
            if fresh.template != nil {
                outcome = fresh
                count = 0
            }
        }
        let all = (count == 0 ? [] : old) + new.map(\.element)
        template = outcome.template?.encoded()
        referenceCount = outcome.template?.referenceCount ?? 0
        model = verifier.policy.referenceCount
        required = outcome.template == nil ? max(outcome.required, 1) : 0
        complexity = outcome.complexity.isFinite ? outcome.complexity : 0
        warnings = outcome.warnings.map(\.rawValue)
        let fitting = outcome.accepted.filter(all.indices.contains).map { all[$0] }
        accepted = fitting.map { Accepted(encoded: $0.encoded(), trace: ReplayTrace(of: $0).encoded()) }
        touch = fitting.count { $0.tool == .finger || $0.tool == .pen } * 2 > fitting.count
        for rejection in outcome.rejected where rejection.index >= count && rejection.index - count < new.count {
            rejected.append((new[rejection.index - count].offset, rejection.reason.rawValue))
        }
        if isOldOnly { rejected = new.map { ($0.offset, Refusal.differs.rawValue) } }
    }
}
