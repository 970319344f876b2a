import ParaphStorage
import Testing

struct Refused: Error {}

@Suite("Transactions") struct TransactionConformance {
    @Test(arguments: Engine.all) func aClosureThatThrowsWritesNothing(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        await #expect(throws: Refused.self) {
            try await opened.database.write { tx in
                try tx.execute("INSERT INTO item (id) VALUES (1)")
                try tx.execute("INSERT INTO item (id) VALUES (2)")
                throw Refused()
            }
        }
        #expect(try await opened.database.count("item") == 0)
    }

    @Test(arguments: Engine.all) func aClosureSeesWhatItWrote(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let found = try await opened.database.write { tx in
            try tx.execute("INSERT INTO item (id, name) VALUES (1, 'a')")
            return try tx.first("SELECT name FROM item WHERE id = 1")?.get("name", as: String.self)
        }
        #expect(found == "a")
    }

    @Test(arguments: Engine.all) func oneRefusalAmongManyWritersHarmsNoOther(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let refused = await withTaskGroup(of: Bool.self) { group in
            for id in 0..<200 {
                group.addTask {
                    do {
                        try await opened.database.write { tx in
                            try tx.execute("INSERT INTO item (id) VALUES (\(id))")
                            if id.isMultiple(of: 3) { throw Refused() }
                            if id.isMultiple(of: 7) { try tx.execute("INSERT INTO item (id) VALUES (\(id))") }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        let expected = (0..<200).filter { !$0.isMultiple(of: 3) && !$0.isMultiple(of: 7) }
        #expect(refused == 200 - expected.count)
        let ids = try await opened.database.read { try $0.rows("SELECT id FROM item ORDER BY id").map { try $0.get("id", as: Int.self) } }
        #expect(ids == expected)
    }

    @Test(arguments: Engine.all) func concurrentIncrementsAllCount(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        try await opened.database.write { try $0.execute("INSERT INTO item (id, amount) VALUES (1, 1000)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    for _ in 0..<20 {
                        try await opened.database.write { tx in
                            let amount = try tx.first("SELECT amount FROM item WHERE id = 1")?.get("amount", as: Int.self) ?? 0
                            try tx.execute("UPDATE item SET amount = \(amount + 1) WHERE id = 1")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let amount = try await opened.database.read { try $0.first("SELECT amount FROM item")?.get("amount", as: Int.self) }
        #expect(amount == 2000)
    }

    @Test(arguments: Engine.all) func readersSeeAllOfACommitOrNoneOfIt(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        try await opened.database.write { tx in
            for id in 1...2 { try tx.execute("INSERT INTO item (id, amount) VALUES (\(id), 100)") }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for step in 101...300 {
                    try await opened.database.write { tx in
                        for id in 1...2 { try tx.execute("UPDATE item SET amount = \(step) WHERE id = \(id)") }
                    }
                }
            }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<100 {
                        let amounts = try await opened.database.read { tx in
                            try (1...2).map { try tx.first("SELECT amount FROM item WHERE id = \($0)")?.get("amount", as: Int.self) }
                        }
                        #expect(amounts[0] == amounts[1])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(arguments: Engine.all) func whatWasAnsweredIsSeenByTheNextReader(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        for id in 0..<50 {
            try await opened.database.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") }
            #expect(try await opened.database.count("item") == id + 1)
        }
    }

    @Test(arguments: Engine.all) func effectsRunInOrderAfterTheCommitAndBeforeTheAnswer(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let log = Log()
        try await opened.database.write { tx in
            tx.afterCommit { log.append("first") }
            try tx.execute("INSERT INTO item (id) VALUES (1)")
            tx.afterCommit { log.append("second") }
            #expect(log.entries.isEmpty)
        }
        #expect(log.entries == ["first", "second"])
    }

    @Test(arguments: Engine.all) func effectsOfAFailedTransactionNeverRun(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let log = Log()
        await #expect(throws: Refused.self) {
            try await opened.database.write { tx in
                tx.afterCommit { log.append("never") }
                throw Refused()
            }
        }
        try await opened.database.write { $0.afterCommit { log.append("after") } }
        #expect(log.entries == ["after"])
    }

    @Test(arguments: Engine.all) func aTransactionKeptBeyondItsClosureRefuses(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let kept = Kept()
        try await opened.database.write { kept.write = $0 }
        _ = try await opened.database.read { kept.read = $0 }
        #expect(throws: StorageError(.engine, "")) { try kept.write?.execute("INSERT INTO item (id) VALUES (1)") }
        #expect(throws: StorageError(.engine, "")) { try kept.read?.rows("SELECT * FROM item") }
        #expect(try await opened.database.count("item") == 0)
    }

    @Test(arguments: Engine.all) func aSnapshotIsOfOneMomentHoweverMuchIsWrittenMeanwhile(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        try await opened.database.write { tx in
            for id in 0..<50 { try tx.execute("INSERT INTO item (id, amount) VALUES (\(id), 1000)") }
        }
        let database = opened.database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask { _ = try await database.write { try $0.execute("UPDATE item SET amount = amount + 1") } }
                group.addTask {
                    let seen = try await database.readSnapshot { tx in
                        let first = try tx.first("SELECT MIN(amount) AS amount FROM item")?.get("amount", as: Int.self)
                        let second = try tx.first("SELECT MAX(amount) AS amount FROM item")?.get("amount", as: Int.self)
                        return [first, second]
                    }
                    #expect(seen[0] != nil && seen[0] == seen[1])
                }
            }
            try await group.waitForAll()
        }
        let last = try await database.readSnapshot { try $0.first("SELECT MIN(amount) AS amount FROM item")?.get("amount", as: Int.self) }
        #expect(last == 1030)
    }

    @Test(arguments: Engine.all) func aReaderCannotWrite(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        await #expect(throws: StorageError(.engine, "")) {
            try await opened.database.read { try $0.rows("INSERT INTO item (id) VALUES (1) RETURNING id") }
        }
        await #expect(throws: StorageError(.engine, "")) {
            try await opened.database.readSnapshot { try $0.rows("INSERT INTO item (id) VALUES (1) RETURNING id") }
        }
        #expect(try await opened.database.count("item") == 0)
    }

    @Test(arguments: [
        "COMMIT", "rollback", " BEGIN", "SAVEPOINT a", "RELEASE paraph", "END", "ATTACH 'x' AS y", "PRAGMA user_version", "/**/ COMMIT",
    ])
    func aClosureCannotEndTheTransactionItself(text: String) async throws {
        for engine in Engine.all {
            let opened = try await engine.openWithItems()
            await #expect(throws: StorageError(.engine, "")) {
                try await opened.database.write { try $0.execute(SQL(stringLiteral: text)) }
            }
            await #expect(throws: StorageError(.engine, "")) {
                try await opened.database.read { try $0.rows(SQL(stringLiteral: text)) }
            }
        }
    }

    @Test(arguments: Engine.all) func aCancelledWriteIsEitherDoneAndAnsweredOrNotDone(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let tasks = (0..<100).map { id in
            Task { try await opened.database.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") } }
        }
        for task in tasks { task.cancel() }
        var done = 0
        for task in tasks {
            switch await task.result {
            case .success: done += 1
            case .failure(let error): #expect(error is CancellationError)
            }
        }
        #expect(try await opened.database.count("item") == done)
    }

    @Test(arguments: Engine.all) func aCancelledReadHarmsNoOther(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        for _ in 0..<50 {
            let read = Task { try await opened.database.count("item") }
            read.cancel()
            switch await read.result {
            case .success(let count): #expect(count == 0)
            case .failure(let error): #expect(error is CancellationError)
            }
            #expect(try await opened.database.count("item") == 0)
        }
    }

    @Test(arguments: Engine.all) func aReadThatNobodyWaitsForEndsWithItsNextStatement(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let (begun, began) = AsyncStream.makeStream(of: Void.self)
        let read = Task {
            try await opened.database.read { tx in
                // Long enough for whoever does not stop it to notice.
                let end = ContinuousClock.now + .seconds(600)
                while ContinuousClock.now < end {
                    _ = try tx.rows("SELECT 1 AS one")
                    began.yield()
                }
            }
        }
        for await _ in begun { break }
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        #expect(try await opened.database.count("item") == 0)
    }

    @Test(arguments: Engine.all) func aClosedDatabaseRefusesAndWhatWasAcceptedIsDone(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let writes = (0..<50).map { id in
            Task { try await opened.database.write { try $0.execute("INSERT INTO item (id) VALUES (\(id))") } }
        }
        try await opened.database.write { try $0.execute("INSERT INTO item (id) VALUES (1000)") }
        await opened.database.close()
        await opened.database.close()
        await #expect(throws: StorageError(.closed, "")) { try await opened.database.count("item") }
        await #expect(throws: StorageError(.closed, "")) { try await opened.database.write { _ in } }
        var done = 1
        for write in writes {
            switch await write.result {
            case .success: done += 1
            case .failure(let error): #expect(error as? StorageError == StorageError(.closed, ""))
            }
        }
        if let reopen = opened.reopen { #expect(try await reopen().count("item") == done) }
    }
}

/// Smuggles transactions out of their closures; unchecked because the point is to break the rule.
final class Kept: @unchecked Sendable {
    var write: (any WriteTransaction)?
    var read: (any ReadTransaction)?
}

extension Database {
    func count(_ table: String) async throws -> Int {
        try await read { try $0.first(SQL(stringLiteral: "SELECT count(*) AS n FROM \(table)"))?.get("n") ?? -1 }
    }
}
