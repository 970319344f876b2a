import Foundation
import Logging
import ParaphStorage
import ParaphWire
import StoragePostgreSQL
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// A made-up lane, to webhooks: takes items, fails as often as it is told, or holds on to them.
private final class Webhooks: OutboxLane {
    private struct State {
        var failures: [any Error] = []
        var delivered: [OutboxItem] = []
        var told: [String] = []
    }

    let name = "webhook"
    let width = 2
    let schedule = RetrySchedule(first: 10, longest: 20, attempts: 3)
    private let state = Mutex(State())
    /// Where a delivery waits before it is noted; open unless the lane was made stuck.
    private let barrier: AsyncStream<Void>?
    /// What alone waits there, where not everything does.
    private let stuck: String?
    private let opener: AsyncStream<Void>.Continuation

    init(isStuck: Bool = false, at stuck: String? = nil) {
        let (stream, opener) = AsyncStream<Void>.makeStream()
        barrier = isStuck || stuck != nil ? stream : nil
        self.stuck = stuck
        self.opener = opener
    }

    var delivered: [OutboxItem] { state.withLock { $0.delivered } }
    var told: [String] { state.withLock { $0.told } }

    func fail(_ errors: DeliveryError...) { state.withLock { $0.failures = errors } }
    func open() { opener.finish() }

    func deliver(_ item: OutboxItem) async throws {
        if let barrier, stuck == nil || stuck == String(decoding: item.payload, as: UTF8.self) { for await _ in barrier {} }
        try state.withLock { state in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            state.delivered.append(item)
        }
    }

    func giveUp(_ item: OutboxItem, in tx: any WriteTransaction) throws {
        tx.afterCommit { self.state.withLock { $0.told.append(item.id) } }
    }

    func recipient(of payload: [UInt8]) -> String? { "https://\(String(decoding: payload, as: UTF8.self)).example" }
}

/// Takes mails, and tells of each.
private struct Letterbox: MailTransport {
    let taken = AsyncStream<String>.makeStream()

    func send(_ message: MailMessage) async throws { taken.continuation.yield(message.mail.text) }
}

@Suite struct OutboxLaneTests {
    private let time = ManualTime()
    private let mail = Mail(to: "anna@example.org", subject: "Code", text: "123456", language: .en)

    /// An instance's place, root key and folder.
    private struct Instance {
        let place: TestPlace
        let keys: KeyRing
        let folder: String

        init() async throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "paraph-lanes-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            place = try await TestPlace.make(folder: folder)
            keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        }

        func remove() { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// A node of an instance, as it starts; where it `isRestarted`, its end leaves the tables where they are.
    private func node(
        _ instance: Instance,
        _ webhooks: Webhooks,
        _ letterbox: Letterbox = Letterbox(),
        isRestarted: Bool = false
    ) async throws -> (Sending, any Database) {
        let database: any Database =
            if isRestarted, let settings = instance.place.settings {
                try await PostgreSQLDatabase.open(settings)
            } else {
                try await instance.place.open()
            }
        try await database.migrate(KeyRing.migrations + AuditStore.migrations + Outbox.migrations)
        let channel = MailChannel(
            keys: instance.keys,
            transport: letterbox,
            sender: try MailSender(address: "no-reply@example.org"),
            time: time
        )
        return (Sending(channel, database, more: [webhooks]), database)
    }

    private static func enqueue(_ word: String, key: String? = nil, _ channel: Sending, _ database: any Database) async throws
        -> String
    {
        try await database.write { try channel.queue.enqueue(Array(word.utf8), lane: "webhook", key: key, in: $0) }
    }

    @Test(.timeLimit(.minutes(15))) func aLaneThatIsStuckKeepsNoOtherWaiting() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let (webhooks, letterbox) = (Webhooks(isStuck: true), Letterbox())
        let (channel, database) = try await node(instance, webhooks, letterbox)
        for word in ["one", "two", "three"] { _ = try await Self.enqueue(word, channel, database) }
        try await withThrowingTaskGroup { group in
            group.addTask { try await channel.service.run() }
            for number in 1...6 {
                var mail = mail
                mail.text = "\(number)"
                try await database.write { [mail] in _ = try channel.outbox.enqueue(mail, in: $0) }
            }
            var taken: Set<String> = []
            for await text in letterbox.taken.stream {
                taken.insert(text)
                if taken.count == 6 { break }
            }
            #expect(webhooks.delivered.isEmpty)
            // Two are held, as many as leave at a time, and the third waits.
            let waiting = try await database.read { try channel.queue.counts(in: $0).waiting }
            #expect(waiting >= 3)
            webhooks.open()
            try await until("three are delivered") { webhooks.delivered.count >= 3 }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(Set(webhooks.delivered.map { String(decoding: $0.payload, as: UTF8.self) }) == ["one", "two", "three"])
        await database.close()
    }

    /// What comes while one hangs does not wait for it, nor do those behind it.
    @Test(.timeLimit(.minutes(15))) func anItemThatHangsHoldsUpNoOther() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let webhooks = Webhooks(at: "one")
        let (channel, database) = try await node(instance, webhooks)
        for word in ["one", "two", "three", "four"] { _ = try await Self.enqueue(word, channel, database) }
        async let count = channel.service.sendDue(webhooks)
        try await until("all but one are delivered") { webhooks.delivered.count == 3 }
        _ = try await Self.enqueue("five", channel, database)
        try await until("what came later is delivered") { webhooks.delivered.count == 4 }
        webhooks.open()
        #expect(try await count == 5)
        #expect(webhooks.delivered.last.map { String(decoding: $0.payload, as: UTF8.self) } == "one")
        await database.close()
    }

    @Test func whatIsKnownByAKeyIsSentOnce() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let webhooks = Webhooks()
        let (former, opened) = try await node(instance, webhooks, isRestarted: true)
        let first = try await Self.enqueue("hook", key: "signed/1", former, opened)
        #expect(try await Self.enqueue("again", key: "signed/1", former, opened) == first)
        #expect(try await Self.enqueue("other", key: "signed/2", former, opened) != first)
        // Each lane has keys of its own.
        let mail = mail
        let letters = try await opened.write { tx in
            try [former.outbox.enqueue(mail, key: "signed/1", in: tx), former.outbox.enqueue(mail, key: "signed/1", in: tx)]
        }
        #expect(letters[0] == letters[1] && letters[0] != first)
        #expect(try await former.service.sendDue(webhooks) == 2)
        // Delivered, and started anew.
        await opened.close()
        let (channel, database) = try await node(instance, webhooks)
        #expect(try await Self.enqueue("hook", key: "signed/1", channel, database) == first)
        #expect(try await channel.service.sendDue(webhooks) == 0)
        #expect(Set(webhooks.delivered.map { String(decoding: $0.payload, as: UTF8.self) }) == ["hook", "other"])
        // The mail waits; of what was delivered nothing is left but the key.
        let counts = try await database.read { try channel.queue.counts(in: $0) }
        #expect(counts == (1, 0))
        let listed = try await channel.administration(database).items(after: nil, onlyDead: false)
        #expect(listed.map(\.id) == [letters[0]])
        let whole = try await database.read { try $0.rows("SELECT id FROM outboxItem WHERE sentAt IS NOT NULL AND sealed IS NOT NULL") }
        #expect(whole.isEmpty)
        // The key is known for seven days.
        time.advance(seconds: Outbox.keyRetention)
        try await database.write { try channel.queue.purge(in: $0) }
        #expect(try await Self.enqueue("hook", key: "signed/1", channel, database) == first)
        time.advance(seconds: 1)
        try await database.write { try channel.queue.purge(in: $0) }
        #expect(try await Self.enqueue("hook", key: "signed/1", channel, database) != first)
        await database.close()
    }

    @Test func keysOfTheWrongLengthAreRefused() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let (channel, database) = try await node(instance, Webhooks())
        for key in ["", String(repeating: "k", count: Outbox.keyLimit + 1)] {
            await #expect(throws: StorageError(.unexpectedValue, "")) {
                _ = try await Self.enqueue("hook", key: key, channel, database)
            }
        }
        _ = try await Self.enqueue("hook", key: String(repeating: "k", count: Outbox.keyLimit), channel, database)
        await database.close()
    }

    @Test func twoNodesTakeAKeyOnceAndDeliverEachItemOnce() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let webhooks = Webhooks()
        let nodes = [try await node(instance, webhooks), try await node(instance, webhooks)]
        let ids = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<12 {
                let (channel, database) = nodes[number % 2]
                group.addTask { try await Self.enqueue("same", key: "same", channel, database) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(ids.count == 1)
        for number in 0..<21 { _ = try await Self.enqueue("\(number)", nodes[number % 2].0, nodes[number % 2].1) }
        try await withThrowingTaskGroup { group in
            for (channel, _) in nodes { group.addTask { while try await channel.service.sendDue(webhooks) > 0 {} } }
            try await group.waitForAll()
        }
        #expect(webhooks.delivered.count == 22 && Set(webhooks.delivered.map(\.id)).count == 22)
        for (_, database) in nodes { await database.close() }
    }

    @Test func theLaneSaysWhatIsTriedAgainAndWhenItIsGivenUp() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let webhooks = Webhooks()
        let (channel, database) = try await node(instance, webhooks)
        let away = DeliveryError(isFinal: false, "503")
        webhooks.fail(away, away, away)
        let patient = try await Self.enqueue("patient", channel, database)
        for attempt in 1...3 {
            #expect(try await channel.service.sendDue(webhooks) == 1)
            #expect(try await channel.service.sendDue(webhooks) == 0)
            #expect(webhooks.told == (attempt == 3 ? [patient] : []))
            time.advance(milliseconds: webhooks.schedule.delay(after: attempt, of: patient) ?? 0)
        }
        webhooks.fail(DeliveryError(isFinal: true, "410"))
        let gone = try await Self.enqueue("gone", channel, database)
        #expect(try await channel.service.sendDue(webhooks) == 1)
        #expect(webhooks.told == [patient, gone] && webhooks.delivered.isEmpty)
        await database.close()
    }

    @Test func deadLettersAreListedSentAgainAndDroppedByWhicheverNodeAfterARestart() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let webhooks = Webhooks()
        let refusal = DeliveryError(isFinal: true, "410")
        webhooks.fail(refusal, refusal)
        let (first, opened) = try await node(instance, webhooks, isRestarted: true)
        let dead = [
            try await Self.enqueue("anna", key: "a", first, opened), try await Self.enqueue("boris", key: "b", first, opened),
        ]
        #expect(try await first.service.sendDue(webhooks) == 2)
        await opened.close()
        let nodes = [try await node(instance, webhooks), try await node(instance, webhooks)]
        let administrations = nodes.map { $0.0.administration($0.1) }
        for administration in administrations {
            let items = try await administration.items(after: nil, onlyDead: true)
            #expect(Set(items.map(\.id)) == Set(dead) && Set(items.compactMap(\.to)) == ["https://anna.example", "https://boris.example"])
            #expect(items.allSatisfy { $0.lane == "webhook" && $0.failure == "410" && $0.canBeSentAgain && $0.dueAt == nil })
        }
        // A key is taken as long as its item stands there.
        #expect(try await Self.enqueue("anna", key: "a", nodes[1].0, nodes[1].1) == dead[0])
        #expect(try await administrations[0].sendAgain([dead[0]]) == 1)
        #expect(try await nodes[1].0.service.sendDue(webhooks) == 1)
        #expect(webhooks.delivered.map(\.id) == [dead[0]])
        #expect(try await administrations[1].drop([dead[1]]) == 1)
        await #expect(throws: Problem.self) { try await administrations[0].sendAgain([dead[1]]) }
        // What was delivered stands there for its key alone: it is neither sent again nor dropped.
        await #expect(throws: Problem.self) { try await administrations[0].drop([dead[0]]) }
        await #expect(throws: Problem.self) { try await administrations[0].sendAgain([dead[0]]) }
        #expect(try await administrations[0].items(after: nil, onlyDead: false).isEmpty)
        #expect(try await Self.enqueue("boris", key: "b", nodes[0].0, nodes[0].1) != dead[1], "its key went with it")
        for (_, database) in nodes { await database.close() }
    }

    @Test func aLaneThatAProgramDoesNotKnowWaitsAndIsListed() async throws {
        let instance = try await Instance()
        defer { instance.remove() }
        let webhooks = Webhooks()
        let (channel, database) = try await node(instance, webhooks)
        let id = try await database.write { try channel.queue.enqueue([1], lane: "push", in: $0) }
        for lane in channel.lanes { #expect(try await channel.service.sendDue(lane) == 0) }
        let items = try await channel.administration(database).items(after: nil, onlyDead: false)
        #expect(items.map(\.id) == [id] && items.map(\.lane) == ["push"] && items.map(\.to) == [nil])
        await database.close()
    }
}
