import ServerKit
import StorageTestSupport
import Synchronization
import Testing

/// Work is admitted within bounds, and who comes first is first.
struct ConcurrencyLimiterTests {
    private static func refusal(_ work: () async throws -> Void) async -> ConcurrencyLimiter.Refusal? {
        do {
            try await work()
            return nil
        } catch {
            return error as? ConcurrencyLimiter.Refusal
        }
    }

    /// A place of a party.
    private static func place(_ name: String) -> [ConcurrencyLimiter.Place] { [ConcurrencyLimiter.Place(of: name, most: 4)] }

    /// What was seen while work was done.
    private final class Tally: Sendable {
        let most = Mutex(0)
        let count = Mutex(0)
        let now = Mutex(0)
        let order = Mutex<[Int]>([])
        let names = Mutex<[String]>([])

        func note(_ used: Int) {
            most.withLock { $0 = max($0, used) }
            count.withLock { $0 += 1 }
        }
    }

    @Test func noMoreIsAdmittedThanTheBudget() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 8, budget: 100, queue: 64, patience: .seconds(600)))
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try await limiter.run(30 + number) {
                        tally.note(limiter.load.used)
                        await Task.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(tally.most.withLock { $0 } <= 100 && tally.count.withLock { $0 } == 40)
        #expect(limiter.load == (0, 0))
    }

    @Test func whatIsLargerThanTheBudgetComesAlone() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 8, budget: 100, queue: 64))
        let value = try await limiter.run(1000) {
            let other = Task { try await limiter.run(1) { limiter.load.used } }
            try await until("the limiter is there") { limiter.load.waiting == 1 }
            return other
        }
        #expect(try await value.value == 1)
    }

    @Test func oneIsDoneAtATimeAndWhoComesBehindTooManyIsSentAway() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 1, queue: 32))
        let tally = Tally()
        let served = try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    do {
                        return try await limiter.run {
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
                    } catch ConcurrencyLimiter.Refusal.room {
                        return false
                    }
                }
            }
            return try await group.reduce(into: 0) { count, isServed in count += isServed ? 1 : 0 }
        }
        #expect(tally.most.withLock { $0 } == 1 && served > 32)
        // Afterwards it is free again.
        #expect(try await limiter.run { 1 } == 1)
    }

    @Test func theyComeInTheOrderInWhichTheyWait() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 1, queue: 64))
        let tally = Tally()
        let waiting = try await limiter.run {
            var waiting: [Task<Void, any Error>] = []
            for number in 0..<10 {
                waiting.append(Task { try await limiter.run { tally.order.withLock { $0.append(number) } } })
                try await until("the limiter is there") { limiter.load.waiting == number + 1 }
            }
            return waiting
        }
        for task in waiting { try await task.value }
        #expect(tally.order.withLock { $0 } == Array(0..<10))
    }

    @Test func oneWithMuchToDoHoldsUpNoOther() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 1, queue: 64))
        let tally = Tally()
        let waiting = try await limiter.run(at: Self.place("anna")) {
            var waiting: [Task<Void, any Error>] = []
            for (number, name) in ["anna", "anna", "anna", "boris", "boris", "carol"].enumerated() {
                waiting.append(Task { try await limiter.run(at: Self.place(name)) { tally.names.withLock { $0.append(name) } } })
                try await until("the limiter is there") { limiter.load.waiting == number + 1 }
            }
            return waiting
        }
        for task in waiting { try await task.value }
        #expect(tally.names.withLock { $0 } == ["boris", "carol", "anna", "boris", "anna", "anna"])
    }

    @Test func whoComesLaterPassesOthersSoOftenOnly() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 1, queue: 3))
        let tally = Tally()
        let waiting = try await limiter.run(at: Self.place("anna")) {
            var waiting: [Task<Void, any Error>] = []
            for (number, name) in ["anna", "boris", "carol"].enumerated() {
                waiting.append(Task { try await limiter.run(at: Self.place(name)) { tally.names.withLock { $0.append(name) } } })
                try await until("the limiter is there") { limiter.load.waiting == number + 1 }
            }
            // By now Anna's second is before what comes for the first time.
            #expect(await Self.refusal { try await limiter.run(at: Self.place("dora")) {} } == .room)
            return waiting
        }
        for task in waiting { try await task.value }
        #expect(tally.names.withLock { $0 } == ["boris", "carol", "anna"])
    }

    @Test func whereTooManyWaitWhoHasMoreThanOthersIsSentAway() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 1, queue: 4))
        let refused = try await limiter.run {
            var waiting: [Task<ConcurrencyLimiter.Refusal?, Never>] = []
            for (number, name) in ["anna", "boris", "anna", "boris"].enumerated() {
                waiting.append(Task { await Self.refusal { try await limiter.run(at: Self.place(name)) {} } })
                try await until("the limiter is there") { limiter.load.waiting == number + 1 }
            }
            waiting.append(Task { await Self.refusal { try await limiter.run(at: Self.place("carol")) {} } })
            #expect(await waiting[3].value == .room, "the last second one gives way")
            return waiting
        }
        for (number, task) in refused.enumerated() { #expect(await task.value == (number == 3 ? .room : nil)) }
        #expect(limiter.load == (0, 0))
    }

    @Test func whoWaitsForLongOrBehindManyIsSentAway() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 8, budget: 1, queue: 1, patience: .milliseconds(1)))
        try await limiter.run(1) {
            #expect(await Self.refusal { try await limiter.run(1) {} } == .room)
        }
        let patient = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 8, budget: 1, queue: 1))
        try await patient.run(1) {
            let waiting = Task { try await patient.run(1) {} }
            try await until("the limiter is there") { patient.load.waiting == 1 }
            #expect(await Self.refusal { try await patient.run(1) {} } == .room)
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
        }
        #expect(limiter.load == (0, 0) && patient.load == (0, 0))
    }

    @Test func whoGoesAwayLetsThoseBehindThemIn() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits(width: 8, budget: 100, queue: 64))
        try await limiter.run(50) {
            let large = Task { try await limiter.run(100) {} }
            try await until("the limiter is there") { limiter.load.waiting == 1 }
            let small = Task { try await limiter.run(50) {} }
            try await until("the limiter is there") { limiter.load.waiting == 2 }
            large.cancel()
            try await small.value
        }
        #expect(limiter.load == (0, 0))
    }

    @Test func onePartyComesSoOftenInAMinute() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits())
        func place(_ name: String) -> [ConcurrencyLimiter.Place] { [ConcurrencyLimiter.Place(of: name, most: 2, visits: 3)] }
        for _ in 0..<3 { try await limiter.run(at: place("anna")) {} }
        #expect(await Self.refusal { try await limiter.run(at: place("anna")) {} } == .visits)
        try await limiter.run(at: place("boris")) {}
    }

    @Test func onePartyHasSoManyPlacesAndAllOfThemOrNone() async throws {
        let limiter = ConcurrencyLimiter(ConcurrencyLimiter.Limits())
        let (anna, boris) = (ConcurrencyLimiter.Place(of: "anna", most: 2), ConcurrencyLimiter.Place(of: "boris", most: 1))
        try await limiter.run(at: [anna]) {
            try await limiter.run(at: [boris, anna]) {
                #expect(await Self.refusal { try await limiter.run(at: [anna]) {} } == .places)
            }
            try await limiter.run(at: [boris]) {
                #expect(await Self.refusal { try await limiter.run(at: [anna, boris]) {} } == .places)
                // What was refused took none.
                try await limiter.run(at: [anna]) {}
            }
        }
    }
}
