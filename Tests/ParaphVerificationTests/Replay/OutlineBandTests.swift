import ParaphInk
import Testing

@testable import ParaphVerification

@Suite struct OutlineBandTests {
    @Test(arguments: [ReplayAttack.exact, .turned, .warpedInTime, .cutAtTheStart, .cutAtTheEnd, .severalAtOnce])
    func theColumnsNearAPathHangTogetherAndReachTheEnds(_ attack: ReplayAttack) throws {
        for seed in 0..<20 as Range<UInt64> {
            let person = SyntheticSigner(seed: seed)
            let original = Outline(ReplayTrace(of: person.genuine(1)))
            for other in [attack.disguise(person.genuine(1), try #require(attack.strengths.last), seed: seed), person.genuine(2)] {
                let outline = Outline(ReplayTrace(of: other))
                let path = original.likeness(to: outline, level: 0, limit: 1, from: original.firstPlacement(of: outline)).path
                let (rows, columns) = (original.levels[1].count, outline.levels[1].count)
                let band = try #require(Band(rows: rows, columns: columns, near: path)).columns
                #expect(band.count == rows && band[0].first == 0 && band[rows - 1].last == columns - 1)
                for (row, next) in zip(band, band.dropFirst()) {
                    #expect(row.first <= next.first && row.last <= next.last && next.first <= row.last)
                }
                #expect(band.allSatisfy { $0.first <= $0.last && $0.last < columns })
            }
        }
    }

    @Test func withoutAPathThereIsNoBand() {
        #expect(Band(rows: 100, columns: 100, near: Outline.Path()) == nil)
    }
}
