internal import ParaphInk

extension Evaluation {
    /// How many whole verifications one thread does in a second: everything from the sample's points to the verdict.
    func speed() -> Double {
        let templates: [(Template, [Sample])] = people.prefix(10).compactMap { person in
            let references = person.genuine.prefix(options.references).filter { SampleCheck.assess($0).isUsable }
            let tests = Array(person.genuine.dropFirst(options.references).prefix(15)) + person.forgeries.prefix(15)
            guard references.count >= 2, !tests.isEmpty else { return nil }
            return (ReferenceMaterial(references).template(of: Array(references.indices), complexity: 1), tests)
        }
        guard !templates.isEmpty else { return 0 }
        let verifier = Verifier()
        // The median of some rounds, for the machine may be busy with something else in one of them.
        let rates = (0..<5).map { _ in
            var done = 0
            let start = ContinuousClock.now
            var passed = Duration.zero
            repeat {
                for (template, tests) in templates {
                    for test in tests where verifier.verify(test, against: template).quality >= 0 { done += 1 }
                }
                passed = ContinuousClock.now - start
            } while passed < .milliseconds(100)
            return Double(done) / (Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18)
        }
        return rates.sorted()[2]
    }
}
