import Foundation
import Hummingbird
import Logging
import ParaphStorage
import ParaphWire
import ServerKit
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// A gateway on this machine that refuses what Kannel and Twilio refuse, and remembers the texts that it took.
final class GatewayDouble: Sendable {
    struct Text: Hashable, Sendable {
        var to: String
        var text: String
        var coding: String
        var receipt: String
    }

    static let account = TextMessageConfiguration.Account(user: "paraph", secret: "secret-of-the-gateway")
    static let sid = TextMessageConfiguration.Account(user: "AC0123456789abcdef", secret: "token-of-the-gateway")

    private let state = Mutex<(taken: [Text], refused: [Int], fault: Int?)>(([], [], nil))

    var taken: [Text] { state.withLock { $0.taken } }
    var refused: [Int] { state.withLock { $0.refused } }

    /// Answers so until told otherwise.
    func fail(_ status: Int?) { state.withLock { $0.fault = status } }

    private func refuse(_ status: Int) -> Response {
        state.withLock { $0.refused.append(status) }
        return Response(status: .init(code: status), body: .init(byteBuffer: .init(string: #"{"code": 21211, "message": "+79161234567"}"#)))
    }

    private func take(_ text: Text) { state.withLock { $0.taken.append(text) } }

    /// Runs it on a free port while `body` runs.
    func run(_ body: @escaping @Sendable (_ url: String) async throws -> Void) async throws {
        let router = Router()
        router.post("/cgi-bin/sendsms") { request, _ in try await self.kannel(request) }
        router.post("/2010-04-01/Accounts/{sid}/Messages.json") { request, context in
            try await self.twilio(request, account: try context.parameters.require("sid"))
        }
        try await LoopbackService.run(router) { port in
            try await body("http://127.0.0.1:\(port)")
        }
    }

    private func kannel(_ request: Request) async throws -> Response {
        func field(_ name: String) -> String? { request.headers.first { $0.name.canonicalName == "x-kannel-\(name)" }?.value }
        if let fault = state.withLock(\.fault) { return refuse(fault) }
        guard request.uri.query == nil, field("username") == Self.account.user, field("password") == Self.account.secret else {
            return refuse(403)
        }
        let bytes = Array(try await request.body.collect(upTo: 8192).readableBytesView)
        if field("to")?.hasPrefix("+3366666") == true {
            state.withLock { $0.refused.append(403) }
            return Response(status: .forbidden, body: .init(byteBuffer: .init(string: "Not routable. Do not try again.")))
        }
        guard let to = field("to"), to.hasPrefix("+"), field("from") != nil, field("dlr-mask") == "31", let receipt = field("dlr-url"),
            let coding = field("coding"), Int(field("validity") ?? "") ?? 0 > 0, let text = String(validating: bytes, as: UTF8.self)
        else { return refuse(400) }
        take(Text(to: to, text: text, coding: coding, receipt: receipt))
        return Response(status: .accepted, body: .init(byteBuffer: .init(string: "0: Accepted for delivery")))
    }

    private func twilio(_ request: Request, account: String) async throws -> Response {
        if let fault = state.withLock(\.fault) { return refuse(fault) }
        let credentials = Data("\(Self.sid.user):\(Self.sid.secret)".utf8).base64EncodedString()
        guard request.headers[.authorization] == "Basic \(credentials)", account == Self.sid.user else { return refuse(401) }
        let form = try FormBody.decode(Array(try await request.body.collect(upTo: 8192).readableBytesView))
        let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        guard let to = fields["To"], to.hasPrefix("+"), fields["From"] != nil, let text = fields["Body"], !text.isEmpty,
            let receipt = fields["StatusCallback"], (1...36_000).contains(Int(fields["ValidityPeriod"] ?? "") ?? 0)
        else { return refuse(400) }
        take(Text(to: to, text: text, coding: "", receipt: receipt))
        return Response(status: .created, body: .init(byteBuffer: .init(string: #"{"sid": "SM1", "status": "queued"}"#)))
    }
}

/// A channel on a database of its own, beside a gateway.
struct TextMessageFixture: Sendable {
    let database: any Database
    let channel: TextMessageChannel
    let configuration: TextMessageConfiguration
    let gateway: GatewayDouble
    let time: ManualTime
    let keys: KeyRing

    enum Kind: String, CaseIterable, Sendable { case kannel, twilio }

    static func run(_ kind: Kind, _ body: @escaping @Sendable (TextMessageFixture) async throws -> Void) async throws {
        let gateway = GatewayDouble()
        try await gateway.run { url in
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-text-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let database = try await TestPlace.make(folder: folder).open()
            try await database.migrate(KeyRing.migrations + AuditStore.migrations + Outbox.migrations + TextMessageChannel.migrations)
            let (time, keys) = (ManualTime(), KeyRing(root: try RootKey.create(at: "\(folder)/root.key")))
            let configuration = TextMessageConfiguration(
                gateway: kind == .kannel ? .kannel(url: "\(url)/cgi-bin/sendsms") : .twilio(url: url),
                account: kind == .kannel ? GatewayDouble.account : GatewayDouble.sid,
                sender: "+33700000000",
                receiptsURL: "https://sign.example.org"
            )
            let channel = TextMessageChannel(
                database: database,
                keys: keys,
                configuration: configuration,
                time: time,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
            let fixture = TextMessageFixture(
                database: database,
                channel: channel,
                configuration: configuration,
                gateway: gateway,
                time: time,
                keys: keys
            )
            do {
                try await body(fixture)
            } catch {
                await database.close()
                throw error
            }
            await database.close()
        }
    }

    var receipts: TextMessageReceipts { TextMessageReceipts(database: database, configuration: configuration) }

    /// Hands a code in.
    func enqueue(_ text: String = "Code 123456", to number: String = "+79161234567", of person: String = "anna", key: String? = nil)
        async throws
        -> TextMessageOutbox.Admission
    {
        let message = TextMessage(to: number, text: text, expiresAt: time.now().adding(seconds: 600))
        return try await database.write { try channel.outbox.enqueue(message, .code, for: person, key: key, in: $0) }
    }

    /// Hands a code in that is taken, and sends it.
    func send(_ text: String = "Code 123456") async throws -> String {
        guard case .taken(let id) = try await enqueue(text) else { throw StorageError(.conflict, "the text was held") }
        try await sendDue()
        return id
    }

    /// Sends what is due, once.
    func sendDue() async throws {
        let lanes = channel.lanes(with: AttachmentSources([]))
        let outbox = OutboxService(
            database: database,
            outbox: Outbox(keys: keys, time: time),
            lanes: lanes,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        for lane in lanes { _ = try await outbox.sendDue(lane) }
    }

    func state(of id: String) async throws -> TextMessage.State? { try await database.read { try channel.outbox.state(of: id, in: $0) } }

    func counts() async throws -> (waiting: Int, dead: Int) {
        try await database.read { [outbox = Outbox(keys: keys, time: time)] in try outbox.counts(in: $0) }
    }

    /// The key of the receipt of what was taken last.
    func key() throws -> String {
        let address = try #require(gateway.taken.last).receipt
        return try #require(address.split(separator: "?").first?.split(separator: "/").last.map(String.init))
    }

    /// Says how far the last text came, as Kannel does.
    func tell(_ status: String) async throws -> Bool {
        try await receipts.note(TextMessageReceipt(key: try key(), fields: [("status", status)], isPosted: false))
    }
}
