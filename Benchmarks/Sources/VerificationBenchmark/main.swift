import ParaphInk
import ParaphVerification

// Five references each, one thread; the verifier and its peer take turns, so that both see the same machine. Medians of seven rounds.

let people = (1...10 as ClosedRange<UInt64>).map { SyntheticSigner(seed: $0) }
let cases: [(template: Template, references: [[[Double]]], tests: [Sample])] = people.compactMap { person in
    let references = (0..<5).map { person.genuine($0) }
    let outcome = Verifier(policy: VerificationPolicy(referenceCount: 5)).enrol(references)
    guard let template = outcome.template else { return nil }
    return (
        template, references.map(TextbookDTW.rows), (5..<9).map { person.genuine($0) } + (0..<4).map { person.forgery($0, kind: .fluent) }
    )
}

/// How often in a second `work` is done; it says how often it did it.
func rate(_ work: () -> Int) -> Double {
    let start = ContinuousClock.now
    let count = work()
    let passed = ContinuousClock.now - start
    return Double(count) / (Double(passed.components.seconds) + Double(passed.components.attoseconds) * 1e-18)
}

var (verifier, textbook): ([Double], [Double]) = ([], [])
// Summed and shown, so that the compiler leaves the work in.
var sum = 0.0
for _ in 0..<7 {
    verifier.append(
        rate {
            var count = 0
            for _ in 0..<5 {
                for item in cases {
                    for test in item.tests {
                        sum += Verifier().verify(test, against: item.template).similarity
                        count += 1
                    }
                }
            }
            return count
        }
    )
    textbook.append(
        rate {
            var count = 0
            for item in cases {
                for test in item.tests.prefix(1) {
                    let rows = TextbookDTW.rows(test)
                    sum += item.references.reduce(0) { $0 + TextbookDTW.distance(rows, $1) }
                    count += 1
                }
            }
            return count
        }
    )
}
let points = cases.flatMap(\.tests).reduce(0) { $0 + $1.pointCount } / max(cases.reduce(0) { $0 + $1.tests.count }, 1)
let (ours, theirs) = (verifier.sorted()[3], textbook.sorted()[3])
print("five references, \(cases.count) people, \(points) points a sample; medians of 7 rounds (checksum \(Int(sum)))")
print(
    "verifications a second, replays and robots looked for too: \(Int(ours)) (\(Int(verifier.min() ?? 0)) to \(Int(verifier.max() ?? 0)))"
)
print("textbook alignments of five references a second: \(Int(theirs)) (\(Int(textbook.min() ?? 0)) to \(Int(textbook.max() ?? 0)))")
print("ratio: \(((ours / theirs) * 10).rounded() / 10)")
