import ParaphInk

@testable import ParaphVerification

/// Samples looked at, before any rule says which fit.
struct Looked {
    /// The usable ones: no dots or the like, and no copies of one another.
    var usable: [Int]
    var complexities: [Double]
    var material: ReferenceMaterial
    var logs: [[Float]]

    init(_ samples: [Sample]) {
        usable = []
        complexities = []
        var traces: [ReplayTrace] = []
        for (index, sample) in samples.enumerated() {
            let assessment = SampleCheck.assess(sample)
            guard assessment.refusal == nil else { continue }
            let trace = ReplayTrace(of: sample)
            guard !traces.contains(where: { $0.isCopy(of: trace) }) else { continue }
            traces.append(trace)
            usable.append(index)
            complexities.append(assessment.complexity)
        }
        material = ReferenceMaterial(usable.map { samples[$0] })
        logs = ReferenceSelection.logDistances(material, material.variant.unpressed)
    }
}

/// What enrolment did until 23 November 2026 (commit 65fd5e2 changed it), for comparison.
///
/// Each sample had to lie within fixed limits, and of what was given only the accepted ones were looked at again.
enum EarlierRule {
    private static let farPair: Float = -0.38
    private static let outlier: Float = 0.65

    /// The samples that fit, and the template where there are enough.
    static func enrol(_ samples: [Sample]) -> (accepted: [Int], template: Template?) {
        let looked = Looked(samples)
        let fitting = fitting(looked)
        let accepted = fitting.map { looked.usable[$0] }
        guard accepted.count >= 10 else { return (accepted, nil) }
        let kept = Array(fitting.suffix(VerificationPolicy.maximumReferenceCount))
        let complexity = kept.map { looked.complexities[$0] }.sorted()[kept.count / 2]
        return (accepted, looked.material.template(of: kept, complexity: complexity))
    }

    private static func fitting(_ looked: Looked) -> [Int] {
        var members = Array(looked.usable.indices)
        guard members.count >= 3 else { return members }
        while members.count >= 2 {
            let fits = ReferenceSelection.fits(members, looked.logs)
            let usual = fits.sorted()
            let middle = usual.count % 2 == 1 ? usual[usual.count / 2] : (usual[usual.count / 2 - 1] + usual[usual.count / 2]) / 2
            let limit = min(farPair, middle + outlier)
            guard let worst = fits.indices.max(by: { fits[$0] < fits[$1] }), fits[worst] > limit else { break }
            members.remove(at: worst)
        }
        return members.count >= 3 ? members : []
    }

    /// Ten samples, then as many as are asked for, sixteen at most; those refused are dropped each time.
    static func enrolInSteps(_ samples: [Sample]) -> (template: Template?, given: Int) {
        var (kept, given) = ([Sample](), 0)
        while given < 16 {
            let next = min(given + (given == 0 ? 10 : max(10 - kept.count, 1)), 16)
            let all = kept + samples[given..<next]
            given = next
            let (accepted, template) = enrol(all)
            if let template { return (template, given) }
            kept = accepted.map { all[$0] }
        }
        return (nil, given)
    }
}
