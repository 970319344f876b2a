import Testing

@testable import App

@Suite struct BackupPlanTests {
    @Test func aServerThatStartsWaitsUntilTheNextBackupIsDue() {
        let plan = BackupPlan(folder: "unused", period: .seconds(3600))
        #expect(plan.delay(last: nil, now: 5_000_000) == .zero)
        #expect(plan.delay(last: 4_999_000, now: 5_000_000) == .seconds(3599))
        #expect(plan.delay(last: 1_400_000, now: 5_000_000) == .zero)
        #expect(plan.delay(last: 0, now: 5_000_000) == .zero)
        // The clock was wrong once.
        #expect(plan.delay(last: 253_402_300_799_999, now: 5_000_000) == .seconds(3600))
    }
}
