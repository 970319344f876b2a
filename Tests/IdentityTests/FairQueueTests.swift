import Testing

@testable import Identity

/// Who is compared next where many wait, and who is sent away.
struct FairQueueTests {
    /// Lets parties wait one after another; who came out in which order, and who was sent away.
    private func order(limit: Int, _ parties: [String]) -> (done: [String], sentAway: [String]) {
        var queue = FairQueue<String>(limit: limit)
        let sentAway = parties.compactMap { queue.add($0, of: $0) }
        var done: [String] = []
        while let next = queue.next() { done.append(next) }
        #expect(queue.count == 0)
        return (done, sentAway)
    }

    @Test func whoSendsOneDoesNotWaitBehindAllOfWhoSendsMany() {
        let (done, sentAway) = order(limit: 128, Array(repeating: "flood", count: 20) + ["a", "b"])
        #expect(done.count == 22 && sentAway.isEmpty)
        #expect(Array(done.prefix(3)) == ["flood", "a", "b"])
    }

    @Test func whereTooManyWaitThoseAreSentAwayWhoHaveMost() {
        let (done, sentAway) = order(limit: 8, Array(repeating: "flood", count: 10) + ["a", "b", "a"])
        #expect(sentAway == Array(repeating: "flood", count: 5))
        #expect(done.filter { $0 == "a" }.count == 2 && done.contains("b"))
    }

    @Test func nobodyIsSentAwayForSomebodyWhoHasAsMany() {
        let (done, sentAway) = order(limit: 2, ["a", "b", "c", "a"])
        #expect(done == ["a", "b"] && sentAway == ["c", "a"])
        #expect(order(limit: 0, ["a"]).sentAway == ["a"])
    }
}
