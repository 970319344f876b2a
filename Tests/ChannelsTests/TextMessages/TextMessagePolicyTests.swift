import ParaphWire
import TestSupport
import Testing

@testable import Channels

/// How many codes go to whom, and what strangers can spend of it.
@Suite struct TextMessagePolicyTests {
    private let now = Timestamp(milliseconds: 1_795_255_200_000)

    private func wait(_ entries: [(String?, Bool, Int64)], of person: String = "anna") -> Int? {
        let entries = entries.map { TextMessagePolicy.Entry(personID: $0.0, isToNumber: $0.1, createdAt: now.adding(seconds: -$0.2)) }
        return TextMessagePolicy().wait(for: person, entries: entries, now: now)
    }

    @Test func onesOwnAreCounted() {
        #expect(wait([]) == nil)
        #expect(wait([("anna", true, 20)]) == 40)
        #expect(wait([("anna", true, 61)]) == nil)
        #expect(wait([("anna", true, 61), ("anna", false, 130), ("anna", true, 600)]) == 3000)
        #expect(wait((1...6).map { ("anna", true, 3601 * $0) }) == 86_400 - 6 * 3601)
    }

    @Test func strangersSpendNothingOfTheOwners() {
        let strangers = (0..<29).map { ("stranger\($0)" as String?, true, Int64($0) * 60) }
        #expect(wait(strangers) == nil)
        // A second one waits for a day then, and no longer than that.
        #expect(wait(strangers + [("anna", true, 120)]) == 86_400 - 120)
        #expect(wait(Array(strangers.prefix(5)) + [("anna", true, 120)]) == nil)
    }

    @Test func aTelephoneIsNotFlooded() {
        let flood = (0..<30).map { ("stranger\($0)" as String?, true, Int64($0) * 60) }
        #expect(wait(flood) == 86_400 - 29 * 60)
        // Those of somebody erased count too.
        #expect(wait((0..<30).map { (nil, true, Int64($0) * 60) }) != nil)
        // Texts of others to other numbers count for nobody.
        #expect(wait((0..<30).map { ("boris", false, Int64($0) * 60) }) == nil)
    }
}
