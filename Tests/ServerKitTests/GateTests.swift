import ServerKit
import StorageTestSupport
import Synchronization
import Testing

/// Work is let in within bounds, and who comes first is first.
struct GateTests {
    private static func refusal(_ work: () async throws -> Void) async -> Gate.Refusal? {
        do {
            try await work()
            return nil
        } catch {
            return error as? Gate.Refusal
        }
    }

    /// What was seen while work was done.
    private final class Tally: Sendable {
        let most = Mutex(0)
        let count = Mutex(0)
        let now = Mutex(0)
        let order = Mutex<[Int]>([])

        func note(_ used: Int) {
            most.withLock { $0 = max($0, used) }
            count.withLock { $0 += 1 }
        }
    }

    @Test func noMoreIsAdmittedThanTheBudget() async throws {
        let gate = Gate(Gate.Limits(width: 8, budget: 100, queue: 64, patience: .seconds(600)))
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await gate.run(30 + number) {
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
        let gate = Gate(Gate.Limits(width: 8, budget: 100, queue: 64))
        let value = try await gate.run(1000) {
            let other = Task { try await gate.run(1) { gate.load.used } }
            try await until("the gate is there") { gate.load.waiting == 1 }
            return other
        }
        #expect(try await value.value == 1)
    }

    @Test func oneIsDoneAtATimeAndWhoComesBehindTooManyIsSentAway() async throws {
        let gate = Gate(Gate.Limits(width: 1, queue: 32))
        let tally = Tally()
        let served = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        return try await gate.run {
                            tally.note(
                                tally.now.withLock { now in
                                    now += 1
                                    return now
                                }
                            )
                            for _ in 0..<100 { await Task.yield() }
                            tally.now.withLock { $0 -= 1 }
                            return true
                        }
                    } catch Gate.Refusal.room {
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { count, isServed in count += isServed ? 1 : 0 }
        }
        #expect(tally.most.withLock { $0 } == 1 && served > 32)
        // Afterwards it is free again.
        #expect(try await gate.run { 1 } == 1)
    }

    @Test func theyComeInTheOrderInWhichTheyWait() async throws {
        let gate = Gate(Gate.Limits(width: 1, queue: 64))
        let tally = Tally()
        let waiting = try await gate.run {
            var waiting: [Task<Void, any Error>] = []
            for number in 0..<10 {
                waiting.append(Task { try await gate.run { tally.order.withLock { $0.append(number) } } })
                try await until("the gate is there") { gate.load.waiting == number + 1 }
            }
            return waiting
        }
        for task in waiting { try await task.value }
        #expect(tally.order.withLock { $0 } == Array(0..<10))
    }

    @Test func whoWaitsForLongOrBehindManyIsSentAway() async throws {
        let gate = Gate(Gate.Limits(width: 8, budget: 1, queue: 1, patience: .milliseconds(1)))
        try await gate.run(1) {
            #expect(await Self.refusal { try await gate.run(1) {} } == .room)
        }
        let patient = Gate(Gate.Limits(width: 8, budget: 1, queue: 1))
        try await patient.run(1) {
            let waiting = Task { try await patient.run(1) {} }
            try await until("the gate is there") { patient.load.waiting == 1 }
            #expect(await Self.refusal { try await patient.run(1) {} } == .room)
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        #expect(gate.load == (0, 0) && patient.load == (0, 0))
    }

    @Test func whoGoesAwayLetsThoseBehindThemIn() async throws {
        let gate = Gate(Gate.Limits(width: 8, budget: 100, queue: 64))
        try await gate.run(50) {
            let large = Task { try await gate.run(100) {} }
            try await until("the gate is there") { gate.load.waiting == 1 }
            let small = Task { try await gate.run(50) {} }
            try await until("the gate is there") { gate.load.waiting == 2 }
            large.cancel()
            try await small.value
        }
        #expect(gate.load == (0, 0))
    }

    @Test func onePartyComesSoOftenInAMinute() async throws {
        let gate = Gate(Gate.Limits())
        func place(_ name: String) -> [Gate.Place] { [Gate.Place(of: name, most: 2, visits: 3)] }
        for _ in 0..<3 { try await gate.run(at: place("anna")) {} }
        #expect(await Self.refusal { try await gate.run(at: place("anna")) {} } == .visits)
        try await gate.run(at: place("boris")) {}
    }

    @Test func onePartyHasSoManyPlacesAndAllOfThemOrNone() async throws {
        let gate = Gate(Gate.Limits())
        let (anna, boris) = (Gate.Place(of: "anna", most: 2), Gate.Place(of: "boris", most: 1))
        try await gate.run(at: [anna]) {
            try await gate.run(at: [boris, anna]) {
                #expect(await Self.refusal { try await gate.run(at: [anna]) {} } == .places)
            }
            try await gate.run(at: [boris]) {
                #expect(await Self.refusal { try await gate.run(at: [anna, boris]) {} } == .places)
                // What was refused took none.
                try await gate.run(at: [anna]) {}
            }
        }
    }
}
