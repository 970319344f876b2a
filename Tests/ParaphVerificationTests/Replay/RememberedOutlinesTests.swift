import ParaphInk
import Testing

@testable import ParaphVerification

@Suite struct RememberedOutlinesTests {
    /// Every outline alone and all of them together must be told as one by one.
    private func compare(_ questioned: Outline, with others: [Outline], _ comment: Comment) {
        let copies = others.map { questioned.isCopy(of: $0) }
        for (other, isCopy) in zip(others, copies) {
            #expect(RememberedOutlines([other]).contain(copyOf: questioned) == isCopy, comment)
        }
        #expect(RememberedOutlines(others).contain(copyOf: questioned) == copies.contains(true), comment)
        let rest = zip(others, copies).filter { !$0.1 }.map(\.0)
        #expect(!RememberedOutlines(rest).contain(copyOf: questioned), comment)
    }

    @Test(arguments: ReplayAttack.allCases)
    func lanesSayOfMadeUpSignaturesWhatIsSaidOneByOne(_ attack: ReplayAttack) throws {
        for seed in 0..<8 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: seed.isMultiple(of: 2) ? .pen : .finger)
            let samples = (0..<11).map { person.genuine($0) }
            let others = samples.map { Outline(ReplayTrace(of: $0)) }
            for strength in attack.strengths {
                let disguised = attack.disguise(samples[Int(seed)], strength, seed: seed)
                compare(Outline(ReplayTrace(of: disguised)), with: others, "\(attack), person \(seed), \(strength)")
            }
            compare(Outline(ReplayTrace(of: person.genuine(30))), with: others, "honest, person \(seed)")
        }
    }

    @Test func everyLevelFindsTheSameNearAndLaysThemAlike() {
        var counts = [0, 0]
        for seed in 0..<20 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed, tool: seed.isMultiple(of: 2) ? .pen : .finger)
            let questioned = Outline(ReplayTrace(of: person.genuine(0)))
            let others = (1..<24).map { Outline(ReplayTrace(of: person.genuine($0))) }.filter(\.isLong)
            let first = others.map { questioned.firstPlacement(of: $0) }
            #expect(OutlineBlock(Array(others.prefix(8))).firstPlacements(on: questioned) == Array(first.prefix(8)))
            var near = zip(others, first).map { RememberedOutlines.Candidate(outline: $0, likeness: Outline.Likeness($1)) }
            for (level, limit) in Outline.Copy.coarseDistances.enumerated() {
                let alone = near.map { candidate in
                    questioned.likeness(
                        to: candidate.outline,
                        level: level,
                        limit: limit,
                        from: candidate.likeness.placement,
                        near: level == 0 ? nil : candidate.likeness.path
                    )
                }
                near = RememberedOutlines.near(questioned, level, limit, near)
                let expected = Set(alone.filter { $0.distance <= limit }.map(\.placement))
                #expect(Set(near.map(\.likeness.placement)) == expected, "person \(seed), level \(level)")
                counts[level] += near.count
            }
        }
        // Some come near at either level, or nothing was compared.
        #expect(counts[0] > 50 && counts[1] > 5)
    }

    @Test func whatIsTooShortForLanesIsComparedToo() {
        let lengths = [2, 5, 8, 12, 39, 40, 41, 90, 100, 101, 240, 300]
        let samples = lengths.map { count in
            Sample.drawn(points: count) { share in (200 * share, 40 * share * (1 - share) + 9 * share * share * share * share) }
        }
        let outlines = samples.map { Outline(ReplayTrace(of: $0)) }
        for (outline, length) in zip(outlines, lengths) { compare(outline, with: outlines, "\(length) points") }
        #expect(!RememberedOutlines([]).contain(copyOf: outlines[0]))
    }

    // Skipped where the development data is not beside the project.
    @Test(.enabled(if: RealSignatures.areThere, "no shared/data/svc2004-task2 beside the project"))
    func lanesSayOfRealSignaturesWhatIsSaidOneByOne() throws {
        for user in RealSignatures.users where user.isMultiple(of: 4) {
            let outlines = try RealSignatures.genuine(user).map { Outline(ReplayTrace(of: $0)) }
            for index in outlines.indices where index.isMultiple(of: 3) {
                var others = outlines
                others.remove(at: index)
                compare(outlines[index], with: others, "user \(user), sample \(index + 1)")
            }
        }
    }
}
