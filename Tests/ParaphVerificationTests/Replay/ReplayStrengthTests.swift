import ParaphInk
import Testing

@testable import ParaphVerification

@Suite struct ReplayStrengthTests {
    /// The share of copies that are not found, over all strengths.
    private func missed(_ attack: ReplayAttack, _ strengths: [Double], of samples: [Sample]) -> Double {
        var missed = 0
        for (number, sample) in samples.enumerated() {
            let trace = Outline(ReplayTrace(of: sample))
            for strength in strengths {
                let copy = Outline(ReplayTrace(of: attack.disguise(sample, strength, seed: UInt64(number))))
                if !copy.isCopy(of: trace) { missed += 1 }
            }
        }
        return Double(missed) / Double(max(strengths.count * samples.count, 1))
    }

    private static let named = ReplayAttack.allCases.filter { !$0.namedStrengths.isEmpty }

    @Test(arguments: named) func madeUpSignaturesAreFoundAtTheNamedStrengths(_ attack: ReplayAttack) {
        let samples = (0..<100).map { SyntheticSigner(seed: UInt64($0), tool: $0.isMultiple(of: 2) ? .pen : .finger).genuine($0) }
        #expect(missed(attack, attack.namedStrengths, of: samples) <= 0.005)
    }

    // Skipped where the development data is not beside the project.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"), arguments: named)
    func realSignaturesAreFoundAtTheNamedStrengths(_ attack: ReplayAttack) throws {
        let samples = try RealSignatures.users.flatMap { try RealSignatures.genuine($0) }
        #expect(missed(attack, attack.namedStrengths, of: samples) <= 0.005)
    }

    @Test(arguments: ReplayAttack.allCases)
    func madeUpSignaturesAreFoundHoweverTheyAreDisguised(_ attack: ReplayAttack) {
        let samples = (0..<40).map { SyntheticSigner(seed: UInt64($0), tool: $0.isMultiple(of: 2) ? .pen : .finger).genuine($0) }
        #expect(missed(attack, attack.strengths, of: samples) <= 0.08)
    }

    // Skipped where the development data is not beside the project.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"), arguments: ReplayAttack.allCases)
    func realSignaturesAreFoundHoweverTheyAreDisguised(_ attack: ReplayAttack) throws {
        let samples = try RealSignatures.users.map { try RealSignatures.genuine($0)[$0 % 20] }
        #expect(missed(attack, attack.strengths, of: samples) <= 0.08)
    }

    // Skipped where the development data is not beside the project.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"))
    func noTwoRealSignaturesAreTakenForCopies() throws {
        var (alarms, pairs) = (0, 0)
        for user in RealSignatures.users {
            let outlines = try RealSignatures.genuine(user).map { Outline(ReplayTrace(of: $0)) }
            for first in outlines.indices {
                for second in outlines.indices where first != second {
                    pairs += 1
                    if outlines[first].isCopy(of: outlines[second]) { alarms += 1 }
                }
            }
        }
        #expect(pairs == 15_200)
        #expect(alarms == 0)
    }
}
