import ParaphStorage
import Testing

@Suite("Wake-ups") struct WakeUpConformance {
    @Test(arguments: Engine.all) func aCommitWakesThoseWhoListenToItsTopic(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        var listener = opened.database.wakeUps(for: "test/one").makeAsyncIterator()
        try await opened.database.write { $0.wake("test/one") }
        #expect(await listener.next() != nil)
        await opened.database.close()
        // A stream may hold one more ring, then it ends.
        while await listener.next() != nil {}
        var late = opened.database.wakeUps(for: "test/one").makeAsyncIterator()
        #expect(await late.next() == nil)
    }

    @Test(arguments: Engine.all) func aTransactionThatFailsWakesNobody(engine: Engine) async throws {
        let opened = try await engine.openWithItems()
        let log = Log()
        let stream = opened.database.wakeUps(for: "test/two")
        let listening = Task {
            for await _ in stream {
                let count = try? await opened.database.count("item")
                log.append("\(count ?? -1)")
                if count == 1 { return }
            }
        }
        await #expect(throws: Refused.self) {
            try await opened.database.write { tx in
                tx.wake("test/two")
                throw Refused()
            }
        }
        try await opened.database.write { tx in
            tx.wake("test/two")
            try tx.execute("INSERT INTO item (id) VALUES (1)")
        }
        await listening.value
        // Whoever is woken sees what was committed. PostgreSQL rings once when listening begins.
        #expect(log.entries.last == "1")
        if !engine.description.hasPrefix("PostgreSQL") { #expect(log.entries == ["1"]) }
    }
}
