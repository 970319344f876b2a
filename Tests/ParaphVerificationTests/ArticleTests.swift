import ParaphVerification
import Testing

/// The code of the library's article, which `scripts/check-docs` compares with it.
@Suite struct ArticleTests {
    @Test func aPersonIsEnrolledAndVerified() throws {
        let person = SyntheticSigner(seed: 7)
        let verifier = Verifier()
        let outcome = verifier.enrol((0..<10).map { person.genuine($0) })
        guard let template = outcome.template else { return }

        let kept = template.encoded()
        let verdict = verifier.verify(person.genuine(11), against: try Template(decoding: kept))

        #expect(verdict.isMatch)

        let first = verifier.verify(person.genuine(12), against: template)
        let replayed = verifier.verify(person.genuine(12), against: template, earlier: [first.trace])
        let isRefused = replayed.refusal != nil

        #expect(isRefused)
    }

    @Test func aSetIsMeasured() async {
        var options = Evaluation.Options()
        options.draws = 2
        let people = (0..<4).map { seed in
            let signer = SyntheticSigner(seed: UInt64(seed))
            return Evaluation.Person(
                genuine: (0..<12).map { signer.genuine($0) },
                forgeries: (0..<4).map { signer.forgery($0, kind: .tracing) }
            )
        }
        let report = await Evaluation(people: people, options: options).run()

        #expect(report.users == 4)
    }
}
