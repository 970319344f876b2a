public import ParaphInk

/// Compares signatures with a person's references: the whole public surface of verification.
///
/// A verifier holds no state; it may be shared by any number of threads. Everything it needs of a person is in the ``Template``.
///
/// ```swift
/// let outcome = Verifier().enrol(samples)
/// if let template = outcome.template {
///     let verdict = Verifier().verify(questioned, against: template)
/// }
/// ```
public struct Verifier: Sendable {
    /// What the verifier asks of references and of questioned samples.
    public var policy: VerificationPolicy

    /// Makes a verifier of a policy.
    public init(policy: VerificationPolicy = VerificationPolicy()) {
        self.policy = policy
    }

    /// The most samples of one enrolment that are looked at.
    public static let maximumSamples = 30

    /// Says whether one sample can be used at all, before any comparison.
    ///
    /// Complexity: O(points).
    public func assess(_ sample: Sample) -> Assessment {
        SampleCheck.assess(sample)
    }

    /// Makes a template of the samples that fit one another, or says which do not and how many more are needed.
    ///
    /// Give all samples of an earlier call again together with new ones, what differed too: the more there are, the better it can be said which
    /// are of one signature. With fewer than three usable samples nothing can be said
    /// about their fit: all are accepted. `earlier` are traces of samples that the person gave on other occasions: copies of them are
    /// refused. Complexity: O(samples² × points²), with at most 1,200 points a sample; at most ``maximumSamples`` are looked at.
    public func enrol(_ samples: [Sample], earlier: [ReplayTrace] = []) -> EnrolmentOutcome {
        Enrolment(policy: policy).outcome(of: samples, earlier: earlier)
    }

    /// Compares a sample with a person's references.
    ///
    /// `earlier` are traces of samples given before; copies of them or of a reference are refused. Complexity: O(points²) for the
    /// comparison, with at most 1,200 points, and O(240²) for each trace that could be the original of a copy.
    public func verify(_ sample: Sample, against template: Template, earlier: [ReplayTrace] = []) -> Verdict {
        Comparison(policy: policy, template: template).verdict(on: sample, earlier: earlier)
    }
}
