import Hummingbird
import NIOCore
import ParaphStorage
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import ServerKit

@Suite struct EventStreamTests {
    /// Whoever reads a stream: hands on what comes, and goes away after some lines.
    private struct Reader: ResponseBodyWriter {
        struct Gone: Error {}

        let lines: AsyncStream<String>.Continuation

        mutating func write(_ buffer: ByteBuffer) async throws { lines.yield(String(buffer: buffer)) }
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws { lines.finish() }
    }

    /// What is told, past the comments: a ring may come for nothing.
    private static func read(_ response: Response) -> (lines: AsyncFilterSequence<AsyncStream<String>>, task: Task<Void, any Error>) {
        let (lines, line) = AsyncStream<String>.makeStream()
        let body = response.body
        return (lines.filter { $0 != ":\n\n" }, Task { try await body.write(Reader(lines: line)) })
    }

    @Test func aChangeIsTold() async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations)
        let events = EventStream(database: database)
        let response = try await events.answer(for: "anna")
        #expect(response.headers[.contentType] == "text/event-stream; charset=utf-8")
        // Before anybody reads: nothing is missed between the answer and its first line.
        try await database.write { try ChangeLog.note(ChangeKind("note"), "other", for: ["boris"], in: $0) }
        try await database.write { try ChangeLog.note(ChangeKind("note"), "a", for: ["anna"], in: $0) }
        let (lines, task) = Self.read(response)
        var reading = lines.makeAsyncIterator()
        #expect(await reading.next() == "retry: 2000\n\n")
        #expect(await reading.next() == "data: changed\n\n")
        task.cancel()
        await database.close()
    }

    @Test func itEndsAtTheSignOut() async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations)
        let isSignedIn = Mutex(true)
        let events = EventStream(database: database)
        let (lines, task) = Self.read(try await events.answer(for: "anna") { isSignedIn.withLock { $0 } })
        var reading = lines.makeAsyncIterator()
        #expect(await reading.next() == "retry: 2000\n\n")
        isSignedIn.withLock { $0 = false }
        try await database.write { try ChangeLog.note(ChangeKind("session"), "a", for: ["anna"], isRemoved: true, in: $0) }
        #expect(await reading.next() == nil)
        _ = await task.result
        await database.close()
    }

    @Test func nobodyHasStreamsWithoutEnd() async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations)
        let events = EventStream(database: database)
        var tasks: [Task<Void, any Error>] = []
        for number in 0...EventStream.mostOfPerson {
            let (lines, task) = Self.read(try await events.answer(for: "anna"))
            tasks.append(task)
            var reading = lines.makeAsyncIterator()
            #expect(await reading.next() == "retry: 2000\n\n")
            if number == EventStream.mostOfPerson {
                #expect(await reading.next() == "retry: 60000\n\n")
                #expect(await reading.next() == nil)
            } else {
                // It is in before the next one asks.
                try await until("the stream is open") { events.openStreams > number }
            }
        }
        let (lines, task) = Self.read(try await events.answer(for: "boris"))
        var reading = lines.makeAsyncIterator()
        #expect(await reading.next() == "retry: 2000\n\n")
        try await database.write { try ChangeLog.note(ChangeKind("note"), "a", for: ["boris"], in: $0) }
        #expect(await reading.next() == "data: changed\n\n")
        for one in tasks + [task] { one.cancel() }
        await database.close()
    }

    @Test func streamsEndWithTheDatabase() async throws {
        let database = try await TestPlace.make().open()
        try await database.migrate(DomainList([]).migrations)
        let (lines, task) = Self.read(try await EventStream(database: database).answer(for: "anna"))
        await database.close()
        for await _ in lines {}
        _ = await task.result
    }
}
