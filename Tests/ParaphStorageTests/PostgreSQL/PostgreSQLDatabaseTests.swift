import Foundation
import ParaphStorage
import StorageTestSupport
import Testing

@testable import StoragePostgreSQL

// Skipped, and said so, where there is no server: scripts/with-postgres starts one.
@Suite(.enabled(if: TestPostgreSQL.isThere)) struct PostgreSQLDatabaseTests {
    /// Two nodes on one database.
    func openTwo(_ change: (inout PostgreSQLSettings) -> Void = { _ in }) async throws -> (PostgreSQLDatabase, PostgreSQLDatabase) {
        var settings = try await TestPostgreSQL.makeSchema().settings
        change(&settings)
        let first = try await PostgreSQLDatabase.open(settings)
        try await first.migrate([.items])
        return (first, try await PostgreSQLDatabase.open(settings))
    }

    @Test func transactionsThatRestOnOneAnotherDoNotBothCommit() async throws {
        // Write skew: each reads what the other writes. Snapshot isolation would let both through.
        let (first, second) = try await openTwo()
        try await first.write { try $0.execute("INSERT INTO item (id, amount) VALUES (1, 1), (2, 1)") }
        for _ in 0..<20 {
            try await first.write { try $0.execute("UPDATE item SET amount = 1") }
            await withTaskGroup(of: Void.self) { group in
                for (database, id) in [(first, 1), (second, 2)] {
                    group.addTask {
                        _ = try? await database.write { tx in
                            let sum = try tx.first("SELECT SUM(amount) AS n FROM item")?.get("n", as: Int.self) ?? 0
                            if sum > 1 { try tx.execute("UPDATE item SET amount = 0 WHERE id = \(id)") }
                        }
                    }
                }
            }
            let left = try await first.read { try $0.first("SELECT SUM(amount) AS n FROM item")?.get("n", as: Int.self) }
            #expect(left == 1)
        }
    }

    @Test func whoTouchesOtherRowsOfASmallTableIsNotOvertaken() async throws {
        // Read in sequence, as the planner wants it once it knows that there are two rows, each would have read what the other writes.
        let (first, second) = try await openTwo()
        try await first.write { try $0.execute("INSERT INTO item (id, amount) VALUES (1, 1), (2, 1)") }
        try Connection(first.settings).run("ANALYZE item")
        let runs = Log()
        @Sendable func count(_ id: Int, in tx: any WriteTransaction) throws {
            let amount = try tx.first("SELECT amount FROM item WHERE id = \(id)")?.get("amount", as: Int.self) ?? 0
            try tx.execute("UPDATE item SET amount = \(amount + 1) WHERE id = \(id)")
        }
        try await first.write { tx in
            runs.append("run")
            _ = try tx.first("SELECT amount FROM item WHERE id = 1")
            let isDone = DispatchSemaphore(value: 0)
            Task {
                _ = try? await second.write { try count(2, in: $0) }
                isDone.signal()
            }
            isDone.wait()
            try count(1, in: tx)
        }
        #expect(runs.entries.count == 1)
        #expect(try await first.read { try $0.first("SELECT SUM(amount) AS n FROM item")?.get("n", as: Int.self) } == 4)
    }

    @Test func nodesThatCountOneThingCountAll() async throws {
        let (first, second) = try await openTwo()
        try await first.write { try $0.execute("INSERT INTO item (id, amount) VALUES (1, 1000)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<200 {
                group.addTask {
                    try await (index.isMultiple(of: 2) ? first : second).write { tx in
                        let amount = try tx.first("SELECT amount FROM item WHERE id = 1")?.get("amount", as: Int.self) ?? 0
                        try tx.execute("UPDATE item SET amount = \(amount + 1) WHERE id = 1")
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await second.read { try $0.first("SELECT amount FROM item")?.get("amount") } == 1200)
    }

    @Test func aConnectionThatBrokeIsMadeAnewAndTheClosureRunsAgain() async throws {
        let (first, second) = try await openTwo { $0.connections = 1 }
        let runs = Log()
        let name = try await first.read { try $0.first("SELECT pg_backend_pid() AS pid")?.get("pid", as: Int.self) ?? 0 }
        _ = try await second.read { try $0.rows("SELECT pg_terminate_backend(CAST(\(name) AS int4)) AS gone") }
        try await first.write { tx in
            runs.append("run")
            try tx.execute("INSERT INTO item (id) VALUES (1)")
            // And once more in its midst.
            if runs.entries.count == 1 { _ = try? tx.rows("SELECT pg_terminate_backend(pg_backend_pid()) AS gone") }
        }
        #expect(runs.entries.count == 2)
        #expect(try await second.count("item") == 1)
    }

    @Test func anErrorThatAClosureSwallowsStillEndsTheTransaction() async throws {
        let (first, _) = try await openTwo()
        let error = await #expect(throws: StorageError.self) {
            try await first.write { tx in
                try tx.execute("INSERT INTO item (id) VALUES (1)")
                _ = try? tx.execute("INSERT INTO item (id, amount) VALUES (2, 13)")
            }
        }
        #expect(error?.code == .conflict)
        #expect(try await first.count("item") == 0)
    }

    @Test func aKeyThatCameInMeanwhileIsLookedAtOnceMore() async throws {
        let (first, second) = try await openTwo()
        let answer = try await first.write { tx in
            if try tx.first("SELECT id FROM item WHERE id = 1") != nil { return "there" }
            // The other node is faster, behind this transaction's snapshot.
            let isDone = DispatchSemaphore(value: 0)
            Task {
                _ = try? await second.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
                isDone.signal()
            }
            isDone.wait()
            try tx.execute("INSERT INTO item (id) VALUES (1)")
            return "made"
        }
        #expect(answer == "there")
    }

    @Test func aLockIsWaitedForOnlySoLong() async throws {
        let (first, second) = try await openTwo { $0.lockLimit = 0.05 }
        try await first.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
        let (isHeld, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let holder = Task {
            try await first.write { tx in
                try tx.execute("UPDATE item SET amount = 1")
                isHeld.signal()
                mayEnd.wait()
            }
        }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                isHeld.wait()
                continuation.resume()
            }
        }
        await #expect(throws: StorageError(.busy, "")) { try await second.write { try $0.execute("UPDATE item SET amount = 2") } }
        mayEnd.signal()
        try await holder.value
        try await second.write { try $0.execute("UPDATE item SET amount = 2") }
    }

    @Test func aStatementRunsOnlySoLong() async throws {
        let (first, _) = try await openTwo { $0.statementLimit = 0.05 }
        await #expect(throws: StorageError(.busy, "")) { try await first.read { try $0.rows("SELECT pg_sleep(60) AS n") } }
        #expect(try await first.count("item") == 0)
    }

    @Test func aTableThatANewerNodeWidenedIsReadOn() async throws {
        let (first, second) = try await openTwo { $0.connections = 1 }
        try await first.write { try $0.execute("INSERT INTO item (id) VALUES (1)") }
        #expect(try await first.read { try $0.rows("SELECT * FROM item").count } == 1)
        try await second.migrate([.items, Migration(name: "test/002-colour", sql: "ALTER TABLE item ADD COLUMN colour TEXT;\n")])
        #expect(try await first.read { try $0.rows("SELECT * FROM item").count } == 1)
        await #expect(throws: StorageError(.newerSchema, "")) { try await first.migrate([.items]) }
    }

    @Test func decimalsOfTheServerBecomeNumbers() async throws {
        let (first, _) = try await openTwo()
        let integers: [(SQL, Int64)] = [
            ("SELECT CAST(0 AS NUMERIC(10, 0)) AS n", 0),
            ("SELECT SUM(CAST(a AS BIGINT)) AS n FROM (VALUES (7), (-10007)) AS b (a)", -10_000),
            ("SELECT 9223372036854775807 + CAST(0 AS NUMERIC) AS n", .max), ("SELECT -9223372036854775808 + CAST(0 AS NUMERIC) AS n", .min),
            ("SELECT CAST(120000000 AS NUMERIC) AS n", 120_000_000),
        ]
        for (sql, expected) in integers {
            let found = try await first.read { try $0.first(sql)?.get("n", as: Int64.self) }
            #expect(found == expected)
        }
        for (text, expected) in [
            ("1.5", 1.5), ("-0.00012", -0.00012), ("12345678.25", 12_345_678.25), ("0.1", 0.1), ("100000000.5", 1e8 + 0.5),
        ] {
            let found = try await first.read {
                try $0.first(SQL(stringLiteral: "SELECT CAST('\(text)' AS NUMERIC(20, 6)) AS n"))?.get("n", as: Double.self)
            }
            #expect(found == expected)
        }
        await #expect(throws: StorageError(.unexpectedValue, "")) {
            try await first.read { try $0.first("SELECT 9223372036854775808 AS n") }
        }
    }

    @Test(.timeLimit(.minutes(15))) func aRingIsHeardOnTheOtherNode() async throws {
        let (first, second) = try await openTwo()
        var rings = second.wakeUps(for: "test/ring").makeAsyncIterator()
        // The first ring says that it listens now: what came before may have been missed.
        _ = await rings.next()
        try await first.write { $0.wake("test/ring") }
        #expect(await rings.next() != nil)
        await second.close()
    }

    @Test func manyStatementsOfOneSessionStayBounded() async throws {
        let (first, _) = try await openTwo { $0.connections = 1 }
        for index in 0..<600 {
            _ = try await first.read { try $0.rows(SQL(stringLiteral: "SELECT id FROM item WHERE id = \(index)")) }
        }
        let kept = try await first.read { try $0.first("SELECT COUNT(*) AS n FROM pg_prepared_statements")?.get("n", as: Int.self) ?? 0 }
        #expect(kept > 0 && kept < 260)
    }

    @Test func moreCallersThanConnectionsWaitTheirTurn() async throws {
        let (first, _) = try await openTwo { $0.connections = 2 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 0..<100 {
                group.addTask {
                    _ = try await first.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await first.count("item") == 100)
    }
}
