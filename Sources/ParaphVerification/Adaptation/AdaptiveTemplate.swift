public import ParaphInk

/// A template that follows its person's hand with samples accepted since enrolment, spaced in time.
///
/// The references of enrolment, the anchors, stay for ever; a few accepted samples stand beside them, the oldest of which give way to newer
/// ones. A sample is only added if the anchors alone accept it, and nothing matches that the anchors find hopeless. So a forger who is accepted
/// by chance now and then cannot lead the template away step by step: each step is measured from where it began.
///
/// It is biometric data; keep it encrypted with the person's key.
public struct AdaptiveTemplate: Sendable, Hashable {
    /// What samples are compared with: the anchors and what was added.
    public let template: Template
    /// The anchors as bytes; nil where nothing was added yet, so that ``template`` is they.
    let anchorBytes: [UInt8]?
    /// The days, since 1970, on which the last references of ``template`` were added.
    let days: [UInt16]
    /// The day of enrolment, since 1970; nil where it is not known.
    let enrolled: UInt16?

    /// Starts with the template of an enrolment; `day` is when that was, in days since 1970.
    public init(_ template: Template, enrolledOn day: Int? = nil) {
        self.init(template: template, anchorBytes: nil, days: [], enrolled: day.map(Self.clamped))
    }

    init(template: Template, anchorBytes: [UInt8]?, days: [UInt16], enrolled: UInt16?) {
        self.template = template
        self.anchorBytes = anchorBytes
        self.days = days
        self.enrolled = enrolled
    }

    /// The number of references that were added since enrolment.
    public var additions: Int { days.count }

    /// The references of enrolment alone.
    func anchors() throws(VerificationError) -> Template {
        guard let anchorBytes else { return template }
        return try Template(decoding: anchorBytes)
    }

    /// The template with a sample that it accepted, or nil where the policy does not let it become a reference.
    ///
    /// `verdict` is what ``Verifier/verify(_:against:earlier:floor:)`` said of the sample, and `day` is today, in days since 1970. A clock
    /// that was put back adds nothing. Complexity: as an enrolment of as many references, some 10 ms.
    public func updated(with sample: Sample, _ verdict: Verdict, on day: Int, policy: AdaptationPolicy = AdaptationPolicy())
        -> AdaptiveTemplate?
    {
        guard verdict.isMatch, verdict.refusal == nil, verdict.similarity >= policy.similarity, verdict.quality >= 0.5 else { return nil }
        let today = Self.clamped(day)
        if let last = days.last ?? enrolled, Int(today) - Int(last) < policy.days { return nil }
        guard let anchors = try? anchors(), anchors.accepts(sample, similarity: policy.anchorSimilarity) else { return nil }
        guard let reference = Template.Reference(sample, like: anchors) else { return nil }
        let room = min(policy.additions, max(anchors.referenceCount / 2, 1), VerificationPolicy.maximumReferenceCount - 3)
        let added = Array((template.references.suffix(days.count) + [reference]).suffix(room))
        let kept = anchors.references.prefix(VerificationPolicy.maximumReferenceCount - added.count)
        return AdaptiveTemplate(
            template: anchors.rebuilt(of: kept + added),
            anchorBytes: anchorBytes ?? template.encoded(),
            days: Array((days + [today]).suffix(added.count)),
            enrolled: enrolled
        )
    }

    private static func clamped(_ day: Int) -> UInt16 { UInt16(min(max(day, 0), Int(UInt16.max))) }
}

extension Verifier {
    /// Compares a sample with a template that follows its person.
    ///
    /// As ``verify(_:against:earlier:)``; a sample that the references of enrolment alone find less similar than `floor` does not match,
    /// whatever was added since.
    public func verify(
        _ sample: Sample,
        against template: AdaptiveTemplate,
        earlier: [ReplayTrace] = [],
        floor: Double = AdaptationPolicy().floor
    ) -> Verdict {
        var verdict = verify(sample, against: template.template, earlier: earlier)
        guard verdict.isMatch, template.additions > 0 else { return verdict }
        let similarity = (try? template.anchors()).map { Comparison(policy: policy, template: $0).measure(sample).similarity } ?? 0
        if similarity < min(floor, policy.threshold) {
            verdict.isMatch = false
            verdict.similarity = similarity
        }
        return verdict
    }
}
