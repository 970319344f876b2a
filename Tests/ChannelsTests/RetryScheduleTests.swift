import Testing

@testable import Channels
@testable import ServerKit

@Suite struct RetryScheduleTests {
    private let schedule = RetrySchedule(first: 15, longest: 3600, attempts: 16)

    @Test func waitsDoubleUpToTheLongestAndEnd() {
        let waits = [15, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600, 3600, 3600, 3600, 3600] as [Int64]
        for id in ["a", "b", "0123456789abcdef"] {
            for (number, seconds) in waits.enumerated() {
                let delay = schedule.delay(after: number + 1, of: id) ?? 0
                #expect((seconds * 800...seconds * 1200).contains(delay), "\(id) waits \(delay) ms after try \(number + 1)")
            }
            #expect(schedule.delay(after: 16, of: id) == nil)
        }
    }

    @Test func itemsThatFailTogetherComeBackApartAndTheSameOneAlwaysAtTheSameTime() {
        let delays = (0..<1000).compactMap { schedule.delay(after: 9, of: "item\($0)") }
        #expect(delays == (0..<1000).compactMap { schedule.delay(after: 9, of: "item\($0)") })
        // 401 different waits: a thousand items leave few of them out, and each fifth of the range has its share.
        #expect(Set(delays).count > 300)
        for fifth in 0..<5 {
            let from = Int64(3600 * (800 + 80 * fifth))
            #expect((140...260).contains(delays.filter { (from..<from + 288_000).contains($0) }.count))
        }
        #expect(Set((1...3).compactMap { schedule.delay(after: 8 + $0, of: "item") }).count == 3, "tries are spread too")
    }

    @Test func aScheduleMayBeShortOrFlat() {
        #expect(RetrySchedule(first: 1, longest: 1, attempts: 1).delay(after: 1, of: "a") == nil)
        let flat = RetrySchedule(first: 60, longest: 60, attempts: 1000)
        for attempt in [1, 2, 500, 999] { #expect((48_000...72_000).contains(flat.delay(after: attempt, of: "a") ?? 0)) }
    }
}
