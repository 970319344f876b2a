import ParaphWire
import TestSupport
import Testing

@testable import Identity

/// How much programs may ask of a person.
struct RequestPolicyTests {
    private let policy = RequestPolicy()
    private let now = ManualTime().now()

    private func entry(_ client: String, _ status: ClientRequestRecord.Status, ago seconds: Int64) -> RequestPolicy.Entry {
        let at = now.adding(seconds: -seconds)
        let answeredAt = status == .pending ? nil : at
        return .init(client: client, status: status, createdAt: at, expiresAt: at.adding(seconds: policy.lifetime), answeredAt: answeredAt)
    }

    private func wait(_ client: String, _ entries: [RequestPolicy.Entry]) -> Int? { policy.wait(for: client, entries: entries, now: now) }

    @Test func aProgramHasThreeRequestsWaitingAtMost() {
        let waiting = [entry("a", .pending, ago: 10), entry("a", .pending, ago: 20), entry("a", .pending, ago: 30)]
        #expect(wait("a", waiting) == 270)
        #expect(wait("b", waiting) == nil)
        #expect(wait("a", Array(waiting.dropFirst())) == nil)
    }

    @Test func aPersonHasSixWaitingAtMost() {
        let waiting = (1...6).map { entry("\($0)", .pending, ago: Int64($0)) }
        #expect(wait("new", waiting) == 294)
    }

    @Test func whatOthersAskDoesNotCountForAProgramThatThePersonLetIn() {
        let waiting = (1...6).map { entry("\($0)", .pending, ago: Int64($0)) }
        #expect(policy.wait(for: "own", entries: waiting, isAllowed: true, now: now) == nil)
        let many = (1...15).map { entry("\($0)", .pending, ago: 300 + Int64($0)) }
        #expect(policy.wait(for: "own", entries: many, isAllowed: true, now: now) == nil)
        let own = (1...3).map { entry("own", .pending, ago: Int64($0)) }
        #expect(policy.wait(for: "own", entries: own, isAllowed: true, now: now) == 297)
    }

    @Test func whatIsNotAnsweredCountsForTenMinutes() {
        let ignored = (1...5).map { entry("a", .pending, ago: 300 + Int64($0)) }
        #expect(wait("a", ignored) == 295)
        #expect(wait("a", ignored.map { entry($0.client, .pending, ago: 601) }) == nil)
        let many = (1...15).map { entry("\($0)", .pending, ago: 300 + Int64($0)) }
        #expect(wait("new", many) == 285)
    }

    @Test func whatIsApprovedDoesNotCount() {
        #expect(wait("a", (1...50).map { entry("a", .approved, ago: Int64($0)) }) == nil)
    }

    @Test func threeRefusalsInARowMakeAProgramPause() {
        let refused = [entry("a", .declined, ago: 700), entry("a", .denied, ago: 800), entry("a", .declined, ago: 900)]
        #expect(wait("a", refused) == 1100)
        #expect(wait("b", refused) == nil)
        #expect(wait("a", [entry("a", .pending, ago: 650)] + refused) == 1100, "what nobody answered changes nothing")
        #expect(wait("a", [entry("a", .approved, ago: 650)] + refused) == nil)
        #expect(wait("a", [refused[0], entry("a", .approved, ago: 750), refused[1], refused[2]]) == nil)
        #expect(wait("a", refused.map { entry("a", $0.status, ago: 1801) }) == nil)
    }

    @Test func tenInARowThatNobodyAnsweredMakeAProgramPauseHoweverSlowlyTheyCame() {
        let ignored = (1...10).map { entry("a", .pending, ago: 1000 * Int64($0)) }
        #expect(wait("a", ignored) == 1100, "half an hour after the last one's time was over")
        #expect(wait("b", ignored) == nil)
        #expect(wait("a", Array(ignored.dropLast())) == nil)
        #expect(wait("a", [entry("a", .pending, ago: 10)] + ignored) == 1100, "what still waits changes nothing")
        #expect(wait("a", [entry("a", .declined, ago: 900)] + ignored) == nil, "the person is there")
        #expect(wait("a", ignored.map { entry("a", .pending, ago: (now.milliseconds - $0.createdAt.milliseconds) / 1000 + 1100) }) == nil)
    }
}
