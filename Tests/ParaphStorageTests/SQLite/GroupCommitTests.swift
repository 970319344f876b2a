import Foundation
import StorageTestSupport
import Testing

@testable import ParaphStorage

@Suite struct GroupCommitTests {
    let folder: TemporaryFolder
    let database: SQLiteDatabase

    init() async throws {
        folder = try TemporaryFolder()
        // Writes that wait share a commit however busy the machine is.
        database = try SQLiteDatabase.open(at: folder.file("paraph.db"), readers: 4, patience: 10, batchTime: .seconds(60))
        try await database.migrate([.items])
    }

    /// Holds the writer back until all writes wait, so that they share a commit; returns what became of each.
    func together(_ writes: [@Sendable (any WriteTransaction) throws -> Void]) async throws -> [Result<Void, any Error>] {
        let gate = DispatchSemaphore(value: 0)
        let entered = Flag()
        let holder = Task {
            try await database.write { _ in
                entered.raise()
                gate.wait()
            }
        }
        try await until("the writer is in") { entered.isRaised }
        // One after another, so that they wait in their order.
        var tasks: [Task<Void, any Error>] = []
        for write in writes {
            tasks.append(Task { try await database.write(write) })
            try await until("the write waits") { database.waitingWrites >= tasks.count }
        }
        gate.signal()
        try await holder.value
        var results: [Result<Void, any Error>] = []
        for task in tasks { results.append(await task.result) }
        return results
    }

    func insert(_ id: Int) -> @Sendable (any WriteTransaction) throws -> Void {
        { try $0.execute("INSERT INTO item (id) VALUES (\(id))") }
    }

    func ids() async throws -> [Int] {
        try await database.read { try $0.rows("SELECT id FROM item ORDER BY id").map { try $0.get("id") } }
    }

    @Test func aWriteThatLosesTheWholeTransactionFailsAlone() async throws {
        let runs = Ledger()
        let results = try await together([
            insert(1),
            { tx in
                runs.append(2)
                try tx.execute("INSERT INTO item (id) VALUES (2)")
            },
            { try $0.execute("INSERT OR ROLLBACK INTO item (id) VALUES (1)") },
            insert(4),
        ])
        #expect(results.map(\.isSuccess) == [true, true, false, true])
        #expect(throws: StorageError(.conflict, "")) { try results[2].get() }
        #expect(runs.entries == [2, 2], "what ran before the loss runs again")
        #expect(try await ids() == [1, 2, 4])
    }

    @Test func aWriteThatHidesTheLossOfTheTransactionFailsAlone() async throws {
        let results = try await together([
            insert(1),
            { tx in
                _ = try? tx.execute("INSERT OR ROLLBACK INTO item (id) VALUES (1)")
                try tx.execute("INSERT INTO item (id) VALUES (2)")
            },
            insert(3),
        ])
        #expect(results.map(\.isSuccess) == [true, false, true])
        #expect(try await ids() == [1, 3])
    }

    @Test func aConstraintThatFailsAtTheCommitFailsItsOwnWriteOnly() async throws {
        try await database.write {
            try $0.execute("CREATE TABLE late (item INTEGER REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)")
        }
        let results = try await together([insert(1), { try $0.execute("INSERT INTO late (item) VALUES (77)") }, insert(3)])
        #expect(results.map(\.isSuccess) == [true, false, true])
        #expect(throws: StorageError(.conflict, "")) { try results[1].get() }
        #expect(try await ids() == [1, 3])
        #expect(try await database.count("late") == 0)
    }

    @Test func effectsOfWritesThatShareACommitRunInTheirOrder() async throws {
        let log = Log()
        let results = try await together(
            (0..<300).map { id in
                { tx in
                    tx.afterCommit { log.append("\(id)") }
                    if id == 5 { throw Refused() }
                    try tx.execute("INSERT INTO item (id) VALUES (\(id))")
                }
            }
        )
        #expect(results.filter(\.isSuccess).count == 299)
        #expect(log.entries == (0..<300).filter { $0 != 5 }.map(String.init))
    }

    @Test func aWriteThatIsCancelledWhileItWaitsIsNeverRun() async throws {
        let gate = DispatchSemaphore(value: 0)
        let entered = Flag()
        let holder = Task {
            try await database.write { _ in
                entered.raise()
                gate.wait()
            }
        }
        try await until("the writer is in") { entered.isRaised }
        let waiting = Task { try await database.write(insert(1)) }
        try await until("the write waits") { database.waitingWrites >= 1 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        gate.signal()
        try await holder.value
        #expect(try await ids() == [])
    }

    @Test func aCopyTakenMidwayHoldsEveryWriteThatWasAnsweredAndNoHalfOne() async throws {
        let acknowledged = Ledger()
        let isDone = Flag()
        let writers = (0..<8).map { writer in
            Task {
                for step in 0..<40 where !isDone.isRaised {
                    let id = writer * 1000 + 2 * step
                    try await database.write { tx in
                        try tx.execute("INSERT INTO item (id) VALUES (\(id))")
                        try tx.execute("INSERT INTO item (id) VALUES (\(id + 1))")
                    }
                    acknowledged.append(id)
                }
            }
        }
        for round in 0..<4 {
            try await until("enough was acknowledged") { acknowledged.entries.count >= 60 * (round + 1) }
            let promised = acknowledged.entries
            // So few pages are never checkpointed while the program runs: the file stays, the log only grows, as if the program were killed now.
            let copy = folder.file("copy-\(round).db")
            try FileManager.default.copyItem(atPath: folder.file("paraph.db"), toPath: copy)
            try FileManager.default.copyItem(atPath: folder.file("paraph.db-wal"), toPath: copy + "-wal")
            let restarted = try SQLiteDatabase.open(at: copy)
            let found = Set(try await restarted.read { try $0.rows("SELECT id FROM item").map { try $0.get("id", as: Int.self) } })
            #expect(found.isSuperset(of: promised))
            #expect(found.allSatisfy { found.contains($0 ^ 1) })
            #expect(
                try await restarted.read { try $0.first("SELECT integrity_check AS answer FROM pragma_integrity_check")?.get("answer") }
                    == "ok"
            )
            await restarted.close()
        }
        isDone.raise()
        for writer in writers { try await writer.value }
    }
}

extension Result {
    var isSuccess: Bool {
        if case .success = self { true } else { false }
    }
}
