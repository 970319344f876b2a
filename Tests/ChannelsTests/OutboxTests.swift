import Foundation
import Logging
import ParaphStorage
import ParaphWire
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// Takes mails, or fails as often as it is told.
private final class RecordingTransport: MailTransport {
    private let state: Mutex<(failures: [any Error], taken: [MailMessage])>

    init(failing failures: [any Error] = []) {
        state = Mutex((failures, []))
    }

    func failNext(_ error: any Error) { state.withLock { $0.failures.append(error) } }

    var taken: [MailMessage] { state.withLock { $0.taken } }

    func send(_ message: MailMessage) async throws {
        try state.withLock { state in
            if let failure = state.failures.popLast() { throw failure }
            state.taken.append(message)
        }
    }
}

/// Files in memory.
private struct Files: AttachmentSource {
    let name = "files"
    let known: [String: [UInt8]]

    func bytes(of reference: String) async throws -> [UInt8]? { known[reference] }
}

/// A channel with what sends its mails and what else there is.
struct Sending {
    let outbox: MailOutbox
    let queue: Outbox
    let lanes: [any OutboxLane]
    let service: OutboxService

    init(_ channel: MailChannel, _ database: any Database, attachments: [any AttachmentSource] = [], more: [any OutboxLane] = []) {
        outbox = channel.outbox
        queue = channel.queue
        lanes = channel.lanes(with: AttachmentSources(attachments)) + more
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        service = OutboxService(database: database, outbox: queue, lanes: lanes, logger: logger)
    }

    func administration(_ database: any Database) -> OutboxAdministration { OutboxAdministration(queue, lanes: lanes, database: database) }

    func lane(_ kind: MailLane.Kind) throws -> any OutboxLane { try #require(lanes.first { $0.name == kind.rawValue }) }

    /// Sends what is due in a lane of mails.
    func sendDue(_ kind: MailLane.Kind = .mail) async throws -> Int { try await service.sendDue(try lane(kind)) }
}

@Suite struct OutboxTests {
    private let time = ManualTime()
    private let mail = Mail(to: "anna@example.org", subject: "Код", text: "Ваш код 123456", language: .ru)

    private func channel(
        _ database: any Database,
        _ transport: any MailTransport,
        attachments: [any AttachmentSource] = []
    ) async throws -> Sending {
        try await database.migrate(KeyRing.migrations + AuditStore.migrations + Outbox.migrations)
        let path = FileManager.default.temporaryDirectory.appending(path: "paraph-outbox-\(UUID().uuidString).key").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let channel = MailChannel(
            keys: KeyRing(root: try RootKey.create(at: path)),
            transport: transport,
            sender: try MailSender(address: "no-reply@example.org"),
            time: time
        )
        return Sending(channel, database, attachments: attachments)
    }

    @Test func aMailLeavesOnceAndIsForgotten() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport()
        let channel = try await channel(database, transport)
        let mail = mail
        let id = try await database.write { try channel.outbox.enqueue(mail, in: $0) }
        #expect(try await channel.sendDue() == 1)
        #expect(try await channel.sendDue() == 0)
        #expect(transport.taken.map(\.mail) == [mail])
        #expect(transport.taken.first?.identifier == "\(id)@example.org")
        #expect(try await database.read { try $0.rows("SELECT id FROM outboxItem") }.isEmpty)
        await database.close()
    }

    @Test func aMailTakesItsFileAlong() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport()
        let channel = try await channel(database, transport, attachments: [Files(known: ["kept": Array("%PDF".utf8)])])
        var mail = mail
        mail.attachment = MailAttachment(name: "a.pdf", mediaType: "application/pdf", source: "files", reference: "kept")
        var other = mail
        other.attachment?.reference = "gone"
        try await database.write { [mail, other] in
            _ = try channel.outbox.enqueue(mail, in: $0)
            _ = try channel.outbox.enqueue(other, in: $0)
        }
        #expect(try await channel.sendDue() == 0, "codes do not wait for files")
        #expect(try await channel.sendDue(.mailWithFile) == 2, "one after another")
        #expect(transport.taken.map(\.mail) == [mail])
        let text = String(decoding: try #require(transport.taken.first).bytes, as: UTF8.self)
        #expect(text.contains("JVBERg=="))
        let dead = try await channel.administration(database).items(after: nil, onlyDead: true)
        #expect(dead.isEmpty, "a mail whose file was deleted ends quietly")
        #expect(try await database.read { try $0.rows("SELECT id FROM outboxItem") }.isEmpty)
        await database.close()
    }

    @Test func aMailWhoseFileNoDomainFindsIsGivenUpAndNoOtherDomainIsAsked() async throws {
        let database = try await TestPlace.make().open()
        let channel = try await channel(database, RecordingTransport(), attachments: [Files(known: ["kept": [1]])])
        var mail = mail
        mail.attachment = MailAttachment(name: "a.pdf", mediaType: "application/pdf", source: "photos", reference: "kept")
        try await database.write { [mail] in _ = try channel.outbox.enqueue(mail, in: $0) }
        #expect(try await channel.sendDue(.mailWithFile) == 1)
        let dead = try await channel.administration(database).items(after: nil, onlyDead: true)
        #expect(dead.map(\.failure) == ["no domain has attachments of the source photos"])
        await database.close()
    }

    @Test func aMailOfAFailedTransactionIsNotSent() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport()
        let channel = try await channel(database, transport)
        let mail = mail
        await #expect(throws: CancellationError.self) {
            try await database.write { tx in
                try channel.outbox.enqueue(mail, in: tx)
                throw CancellationError()
            }
        }
        #expect(try await channel.sendDue() == 0)
        await database.close()
    }

    @Test func neitherReceiverNorTextIsStoredInTheClear() async throws {
        let database = try await TestPlace.make().open()
        let channel = try await channel(database, RecordingTransport())
        let mail = mail
        try await database.write { _ = try channel.outbox.enqueue(mail, in: $0) }
        let sealed = try await database.read { try $0.first("SELECT sealed FROM outboxItem")?.get("sealed", as: [UInt8].self) }
        let text = String(decoding: try #require(sealed), as: UTF8.self)
        #expect(!text.contains("anna") && !text.contains("123456"))
        await database.close()
    }

    @Test func aFailedMailWaitsAndKeepsItsMessageID() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport(failing: [MailError(.unreachable, "away"), CancellationError()])
        let channel = try await channel(database, transport)
        let mail = mail
        let id = try await database.write { try channel.outbox.enqueue(mail, in: $0) }
        #expect(try await channel.sendDue() == 1)
        #expect(try await channel.sendDue() == 0)
        for attempt in 1...2 {
            let delay = try #require(channel.lane(.mail).schedule.delay(after: attempt, of: id))
            time.advance(milliseconds: delay - 1)
            #expect(try await channel.sendDue() == 0)
            time.advance(milliseconds: 1)
            #expect(try await channel.sendDue() == 1)
            #expect(try await channel.sendDue() == 0)
        }
        #expect(transport.taken.map(\.identifier) == ["\(id)@example.org"])
        await database.close()
    }

    @Test func aSenderThatDiesBetweenSendingAndMarkingLeadsToASecondCopyWithTheSameBytes() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport()
        let channel = try await channel(database, transport)
        let mail = mail
        try await database.write { _ = try channel.outbox.enqueue(mail, in: $0) }
        // The first sender claims, sends, and is never heard of again.
        let lane = try channel.lane(.mail)
        let claims = try await database.write { try channel.queue.claim(lane, atMost: lane.width, leaseSeconds: 300, in: $0) }
        try await lane.deliver(try #require(claims.first?.item))
        #expect(try await channel.sendDue() == 0, "the claim still holds")
        time.advance(seconds: 301)
        #expect(try await channel.sendDue() == 1)
        #expect(transport.taken.count == 2)
        #expect(transport.taken.first?.bytes == transport.taken.last?.bytes)
        await database.close()
    }

    @Test func aSenderThatComesBackLateDoesNotDisturbTheNext() async throws {
        let database = try await TestPlace.make().open()
        let channel = try await channel(database, RecordingTransport())
        let mail = mail
        try await database.write { _ = try channel.outbox.enqueue(mail, in: $0) }
        let lane = try channel.lane(.mail)
        let late = try #require(
            try await database.write { try channel.queue.claim(lane, atMost: lane.width, leaseSeconds: 300, in: $0) }.first
        )
        time.advance(seconds: 301)
        _ = try await database.write { try channel.queue.claim(lane, atMost: lane.width, leaseSeconds: 300, in: $0) }
        #expect(try await database.write { try channel.queue.bury(late, failure: "late", in: $0) } == false)
        try await database.write { try channel.queue.postpone(late, milliseconds: 0, failure: "late", in: $0) }
        #expect(try await database.read { try channel.queue.counts(in: $0).dead } == 0)
        #expect(try await channel.sendDue() == 0)
        await database.close()
    }

    @Test func aRefusedMailIsADeadLetterThatLosesItsTextAfterSevenDays() async throws {
        let database = try await TestPlace.make().open()
        let channel = try await channel(database, RecordingTransport(failing: [MailError(.refused, "sink: answer 550")]))
        let mail = mail
        let id = try await database.write { try channel.outbox.enqueue(mail, in: $0) }
        _ = try await channel.sendDue()
        let administration = channel.administration(database)
        let letters = try await administration.items(after: nil, onlyDead: true)
        #expect(letters.map(\.id) == [id] && letters.map(\.attempts) == [1] && letters.map(\.canBeSentAgain) == [true])
        #expect(letters.first?.failure == "refused: sink: answer 550")
        time.advance(seconds: 7 * 86_400)
        try await database.write { try channel.queue.purge(in: $0) }
        #expect(try await administration.items(after: nil, onlyDead: true).first?.canBeSentAgain == true)
        time.advance(seconds: 1)
        try await database.write { try channel.queue.purge(in: $0) }
        #expect(try await administration.items(after: nil, onlyDead: true).first?.canBeSentAgain == false)
        #expect(try await database.write { try channel.queue.sendAgain(id, in: $0) } == false)
        time.advance(seconds: 90 * 86_400)
        try await database.write { try channel.queue.purge(in: $0) }
        #expect(try await administration.items(after: nil, onlyDead: true).isEmpty)
        await database.close()
    }

    @Test func aDeadLetterCanBeSentAgain() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport(failing: [MailError(.refused, "full")])
        let channel = try await channel(database, transport)
        let mail = mail
        let id = try await database.write { try channel.outbox.enqueue(mail, in: $0) }
        _ = try await channel.sendDue()
        #expect(try await database.write { try channel.queue.sendAgain(id, in: $0) })
        _ = try await channel.sendDue()
        #expect(transport.taken.map(\.mail) == [mail])
        await database.close()
    }

    @Test func whoWroteAMailThatIsGivenUpIsTold() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport()
        let channel = try await channel(database, transport)
        for language in Language.allCases {
            transport.failNext(MailError(.refused, "no such user"))
            let written = Mail(
                to: "gone@example.net",
                subject: "Lease",
                text: "As we said.",
                language: language,
                replyTo: "anna@example.org",
                undelivered: MailWords(subject: "gone@example.net" + String(repeating: "x", count: 500), text: "Lease: not delivered.\n")
            )
            try await database.write { _ = try channel.outbox.enqueue(written, in: $0) }
            _ = try await channel.sendDue()
            _ = try await channel.sendDue()
            let notice = try #require(transport.taken.last?.mail)
            #expect(notice.recipient == "anna@example.org" && notice.replyTo == nil && notice.language == language)
            #expect(notice.subject.hasPrefix("gone@example.net") && notice.subject.utf8.count == Mail.subjectLimit)
            #expect(notice.text == "Lease: not delivered.\n" && notice.undelivered == nil)
        }
        // A notice that cannot be delivered itself is told to nobody.
        transport.failNext(MailError(.refused, "no such user"))
        transport.failNext(MailError(.refused, "no such user"))
        let words = MailWords(subject: "Not delivered", text: "Lease\n")
        let written = Mail(
            to: "gone@example.net",
            subject: "Lease",
            text: "",
            language: .en,
            replyTo: "anna@example.org",
            undelivered: words
        )
        try await database.write { _ = try channel.outbox.enqueue(written, in: $0) }
        for _ in 0..<3 { _ = try await channel.sendDue() }
        #expect(try await database.read { try channel.queue.counts(in: $0) } == (0, 5))
        await database.close()
    }

    @Test func administratorsListSendAgainAndDrop() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport(failing: [MailError(.refused, "full"), MailError(.refused, "full")])
        let channel = try await channel(database, transport)
        let administration = channel.administration(database)
        let mail = mail
        let dead = try await database.write { tx in try [channel.outbox.enqueue(mail, in: tx), channel.outbox.enqueue(mail, in: tx)] }
        _ = try await channel.sendDue()
        time.advance(seconds: 60)
        let waiting = try await database.write { try channel.outbox.enqueue(mail, in: $0) }
        let all = try await administration.items(after: nil, onlyDead: false)
        #expect(Set(all.map(\.id)) == Set(dead + [waiting]) && all.last?.id == waiting)
        #expect(all.allSatisfy { $0.to == mail.recipient && $0.lane == "mail" })
        #expect(all.last?.dueAt != nil && all.last?.diedAt == nil && all.first?.failure == "refused: full")
        #expect(try await administration.items(after: nil, onlyDead: true).count == 2)
        #expect(try await administration.items(after: all[0], onlyDead: false).count == 2)
        // One wrong name, and nothing is done.
        await #expect(throws: Problem.self) { try await administration.sendAgain([dead[0], waiting]) }
        #expect(try await administration.items(after: nil, onlyDead: true).count == 2)
        #expect(try await administration.sendAgain([dead[0]]) == 1)
        #expect(try await administration.drop([]) == 1)
        _ = try await channel.sendDue()
        #expect(transport.taken.count == 2)
        #expect(try await administration.items(after: nil, onlyDead: false).isEmpty)
        await #expect(throws: Problem.self) { try await administration.drop([waiting]) }
        let noted = try await database.read {
            try $0.rows("SELECT action FROM auditLedger ORDER BY sequence").map { try $0.get("action", as: String.self) }
        }
        #expect(noted == ["outboxItemSentAgain", "outboxItemDropped"])
        await database.close()
    }

    @Test func triesAreBounded() async throws {
        let database = try await TestPlace.make().open()
        let failures = [MailError](repeating: MailError(.unreachable, "away"), count: 100)
        let channel = try await channel(database, RecordingTransport(failing: failures))
        let mail = mail
        try await database.write { _ = try channel.outbox.enqueue(mail, in: $0) }
        var tries = 0
        for _ in 0..<100 {
            tries += try await channel.sendDue()
            time.advance(seconds: 4320)
        }
        #expect(tries == 16)
        #expect(try await database.read { try channel.queue.counts(in: $0) } == (0, 1))
        await database.close()
    }

    @Test func theServiceSendsWhatComesInUntilItIsStopped() async throws {
        let database = try await TestPlace.make().open()
        let transport = RecordingTransport(failing: [])
        let channel = try await channel(database, transport)
        let mail = mail
        try await withThrowingTaskGroup { group in
            group.addTask { try await channel.service.run() }
            for _ in 0..<20 { try await database.write { _ = try channel.outbox.enqueue(mail, in: $0) } }
            try await until("nothing waits") { try await database.read { try channel.queue.counts(in: $0).waiting } == 0 }
            group.cancelAll()
            try await group.waitForAll()
        }
        #expect(transport.taken.count == 20)
        await database.close()
    }

    @Test func theFolderHoldsEachMailOnceAndInOrder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-mail-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let sender = try MailSender(address: "no-reply@example.org")
        let messages = try ["first", "second"].map { id in
            try MailMessage(mail, from: sender, identifier: id, date: time.now())
        }
        for message in messages + messages { try await MailFolder(path: folder).send(message) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        #expect(names.count == 2 && names[0].hasSuffix("-first.eml") && names[1].hasSuffix("-second.eml"))
        #expect(FileManager.default.contents(atPath: "\(folder)/\(names[0])") == Data(messages[0].bytes))
    }

    @Test func thePrinterShowsNothingThatSteersATerminal() async throws {
        let shown = Mutex("")
        let printer = MailPrinter { text in shown.withLock { $0 = text } }
        let mail = Mail(to: "anna@example.org", subject: "Code", text: "one\u{1B}[2J\ntwo", language: .en)
        let sender = try MailSender(address: "no-reply@example.org")
        try await printer.send(try MailMessage(mail, from: sender, identifier: "ab", date: time.now()))
        let text = shown.withLock(\.self)
        #expect(text.contains("anna@example.org") && text.contains("one[2J\n") && text.contains("two"))
    }
}
