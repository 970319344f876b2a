import ParaphInk
import ParaphVerification
import Testing

@Suite struct ForgeryRealismTests {
    /// How the 800 skilled forgeries of SVC2004, Task 2, differ from what they imitate.
    private static let real: [(name: String, values: [Double])] = [
        ("duration", [0.089, 0.233, 0.409]), ("meanSpeed", [-0.397, -0.216, -0.055]), ("peakSpeed", [-0.369, -0.201, -0.064]),
        ("speedVariation", [-0.100, 0.019, 0.172]), ("pathLength", [-0.091, -0.002, 0.090]), ("aspect", [-0.108, 0.016, 0.138]),
        ("turns", [-0.135, -0.017, 0.120]), ("curvature", [-0.217, -0.023, 0.154]), ("penUpShare", [-0.035, 0.018, 0.078]),
        ("height", [-0.124, -0.004, 0.120]), ("pressure", [-0.466, -0.188, 0.017]),
    ]

    private static func made(_ kind: SyntheticSigner.ForgeryKind) -> ForgeryStatistics {
        ForgeryStatistics(
            (0..<150).map { number in
                let person = SyntheticSigner(seed: 3_000 + UInt64(number), tool: .pen, on: .init(interval: 10))
                let own = (0..<8).map { person.genuine($0) } + (0..<8).map { person.genuine($0, session: 1) }
                return (own, (0..<12).map { person.forgery($0, kind: kind) })
            }
        )
    }

    /// Made-up forgers vary less in how long they lift the pen and in how evenly they move.
    @Test func practisedForgersAreOffByAsMuchAsRealOnes() throws {
        for (expected, found) in zip(Self.real, Self.made(.practised).quartiles) {
            try #require(expected.name == found.name)
            let tolerance = expected.name == "penUpShare" || expected.name == "speedVariation" ? 0.11 : 0.06
            for (index, (real, made)) in zip(expected.values, found.values).enumerated() {
                #expect((made - real).magnitude <= tolerance, "\(expected.name), quartile \(index + 1): \(made) instead of \(real)")
            }
        }
    }

    /// Whoever saw a picture only does no better in time than whoever saw the movement.
    @Test func fluentForgersKnowLessThanPractisedOnes() {
        let (fluent, practised) = (Self.made(.fluent).quartiles, Self.made(.practised).quartiles)
        for (fluent, practised) in zip(fluent, practised) where ["duration", "meanSpeed"].contains(fluent.name) {
            #expect(fluent.values[1].magnitude > practised.values[1].magnitude)
        }
    }

    // Skipped where the development data is not beside the project.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"))
    func theConstantsAreThoseOfTheRealSet() throws {
        let found = ForgeryStatistics(
            try RealSignatures.users.map { (try RealSignatures.genuine($0), try RealSignatures.forgeries($0)) }
        )
        #expect(found.quartiles.count == Self.real.count)
        for (expected, found) in zip(Self.real, found.quartiles) {
            #expect(expected.name == found.name)
            for (constant, value) in zip(expected.values, found.values) { #expect((constant - value).magnitude <= 0.0006) }
        }
    }
}
