import ParaphWire
import Synchronization
import Testing

@testable import Documents

/// Files are in memory one after another, within a budget.
struct MemoryGateTests {
    /// Waits until something holds.
    private static func until(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

    /// What was seen while work was done.
    private final class Tally: Sendable {
        let most = Mutex(0)
        let count = Mutex(0)

        func note(_ used: Int) {
            most.withLock { $0 = max($0, used) }
            count.withLock { $0 += 1 }
        }
    }

    @Test func noMoreBytesAreAdmittedThanTheBudget() async throws {
        let gate = MemoryGate(budget: 100, width: 8, patience: .seconds(600))
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await gate.run(30 + number, for: "\(number)") {
                        tally.note(gate.load.used)
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(tally.most.withLock { $0 } <= 100 && tally.count.withLock { $0 } == 40)
        #expect(gate.load == (0, 0))
    }

    @Test func whatIsLargerThanTheBudgetComesAlone() async throws {
        let gate = MemoryGate(budget: 100, width: 8, patience: .seconds(600))
        let value = try await gate.run(1000, for: "anna") {
            let other = Task { try await gate.run(1, for: "boris") { gate.load.used } }
            await Self.until { gate.load.waiting == 1 }
            return other
        }
        #expect(try await value.value == 1)
    }

    @Test func noMoreFilesAreAdmittedThanTheWidth() async throws {
        let gate = MemoryGate(budget: 100, width: 1, patience: .seconds(600))
        let waiting = try await gate.run(1, for: "anna") {
            let other = Task { try await gate.run(1, for: "boris") { gate.load.used } }
            await Self.until { gate.load.waiting == 1 }
            return other
        }
        #expect(try await waiting.value == 1)
    }

    @Test func whoWaitsForLongOrBehindManyIsSentAway() async throws {
        let gate = MemoryGate(budget: 1, width: 8, patience: .milliseconds(1), queueLimit: 1)
        try await gate.run(1, for: "anna") {
            #expect(await problem { try await gate.run(1, for: "boris") {} }?.code == "unavailable")
        }
        let patient = MemoryGate(budget: 1, width: 8, patience: .seconds(600), queueLimit: 1)
        try await patient.run(1, for: "anna") {
            let waiting = Task { try await patient.run(1, for: "boris") {} }
            await Self.until { patient.load.waiting == 1 }
            #expect(await problem { try await patient.run(1, for: "carol") {} }?.code == "unavailable")
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        #expect(gate.load == (0, 0) && patient.load == (0, 0))
    }

    @Test func onePersonComesSoOftenInAMinute() async throws {
        let gate = MemoryGate(budget: 100, width: 8, visitLimit: 3)
        for _ in 0..<3 { try await gate.run(1, for: "anna") {} }
        #expect(await problem { try await gate.run(1, for: "anna") {} }?.retryAfter == 60)
        try await gate.run(1, for: "boris") {}
    }

    @Test func onePersonHasTwoPlaces() async throws {
        let gate = MemoryGate(budget: 100, width: 8)
        try await gate.run(1, for: "anna") {
            try await gate.run(1, for: "anna") {
                #expect(await problem { try await gate.run(1, for: "anna") {} }?.status == 429)
            }
            try await gate.run(1, for: "anna") {}
        }
    }
}
