import ParaphInk
import ParaphVerification
import Testing

@Suite struct EvaluationTests {
    private func people(_ count: UInt64) -> [Evaluation.Person] {
        (1...count).map { seed in
            let person = SyntheticSigner(seed: seed, tool: .pen)
            return Evaluation.Person(
                genuine: (0..<10).map { person.genuine($0, session: $0 / 5) },
                forgeries: (0..<3).map { person.forgery($0, kind: .tracing) }
            )
        }
    }

    @Test func trialsAreCountedByTheProtocol() async {
        var options = Evaluation.Options()
        options.draws = 2
        let report = await Evaluation(people: people(4), options: options).run()
        #expect(report.users == 4)
        #expect(report.genuineTrials == 2 * 4 * 5)
        #expect(report.skilledTrials == 2 * 4 * 3)
        #expect(report.randomTrials == 2 * 4 * 3)
        #expect((report.eerSkilledGlobal?.value ?? 1) < 0.2)
        #expect(report.verificationsPerSecond > 1)
    }

    @Test func anEvaluationRepeatsExactlyOnAnyNumberOfThreads() async {
        var options = Evaluation.Options()
        options.scheme = .sessions
        options.references = 3
        options.draws = 1
        let one = await Evaluation(people: people(3), options: options).run()
        options.threads = 3
        let three = await Evaluation(people: people(3), options: options).run()
        #expect(one.genuineTrials == 3 * 5)
        #expect(one.eerSkilledGlobal == three.eerSkilledGlobal)
        #expect(one.calibrationLoss == three.calibrationLoss || (one.calibrationLoss - three.calibrationLoss).magnitude < 1e-12)
        #expect(one.skilledCurve == three.skilledCurve)
    }

    @Test func heldOutPeopleHaveNoSayInTheThreshold() async {
        var options = Evaluation.Options()
        options.draws = 1
        #expect(await Evaluation(people: people(4), options: options).run().heldOut == nil)
        let report = await Evaluation(people: people(6), options: options).run()
        #expect((report.heldOut?.falseNonMatchRate ?? 1) < 0.5)
        #expect(report.heldOut?.randomFalseMatchRate == 0)
        #expect((report.heldOut?.calibrationLoss ?? 1) < 1)
    }

    @Test func peopleWithTooFewSamplesAreLeftOut() async {
        var all = people(3)
        all[1].genuine = Array(all[1].genuine.prefix(4))
        var options = Evaluation.Options()
        options.draws = 1
        let report = await Evaluation(people: all, options: options).run()
        #expect(report.users == 2)
        #expect(report.genuineTrials == 2 * 5)
    }
}
