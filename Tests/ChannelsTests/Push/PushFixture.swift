import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ParaphStorage
import ParaphTrust
import ParaphWire
import StorageTestSupport
import Synchronization
import TestSupport
import Testing

@testable import Channels
@testable import ServerKit

/// A push service on this machine: answers as it is told, and remembers what it was sent.
final class PushServiceDouble: Sendable {
    struct Answer: Sendable {
        var status: Int
        var headers: HTTPFields = [:]
    }

    let recorder = CallRecorder(usual: Answer(status: 201))

    var sent: [CallRecorder<Answer>.Call] { recorder.calls }

    /// Runs it on a free port while `body` runs.
    func run(_ body: @escaping @Sendable (_ url: String) async throws -> Void) async throws {
        let router = Router()
        router.post("/send/**") { request, _ in
            let bytes = try await request.body.collect(upTo: 8192)
            let headers = request.headers.map { ($0.name.canonicalName, $0.value) }
            let answer = self.recorder.take(request.uri.path, headers: headers, body: Array(bytes.readableBytesView))
            return Response(status: .init(code: answer.status), headers: answer.headers)
        }
        try await LoopbackService.run(router) { port in
            try await body("http://127.0.0.1:\(port)")
        }
    }
}

/// Sessions that live until they are ended.
final class MadeUpSessions: PushSessions {
    private let ended = Mutex<Set<String>>([])

    func end(_ id: String) { ended.withLock { _ = $0.insert(id) } }

    func living(_ ids: Set<String>, at now: Timestamp, in tx: any ReadTransaction) throws -> Set<String> {
        ended.withLock { ids.subtracting($0) }
    }
}

/// A browser with its keys, which reads what is pushed to it.
struct MadeUpBrowser: Sendable {
    let key = P256.KeyAgreement.PrivateKey()
    let secret = (0..<16).map { _ in UInt8.random(in: .min ... .max) }

    func address(_ endpoint: String) -> WebPushAddress {
        WebPushAddress(endpoint: endpoint, p256dh: Base64URL(key.publicKey.x963Representation), auth: Base64URL(secret))
    }

    /// The message, read as RFC 8291 says.
    func read(_ body: [UInt8]) throws -> PushAlert {
        let (salt, sender) = (Array(body[..<16]), Array(body[21..<86]))
        let shared = try key.sharedSecretFromKeyAgreement(with: P256.KeyAgreement.PublicKey(x963Representation: sender))
        let about = Array("WebPush: info".utf8) + [0] + key.publicKey.x963Representation + sender
        let input = shared.hkdfDerivedSymmetricKey(using: SHA256.self, salt: secret, sharedInfo: about, outputByteCount: 32)
        func derived(_ label: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(inputKeyMaterial: input, salt: salt, info: Array(label.utf8) + [0], outputByteCount: count)
        }
        let nonce = derived("Content-Encoding: nonce", 12).withUnsafeBytes { Array($0) }
        let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: body[86..<(body.count - 16)], tag: body.suffix(16))
        let opened = try AES.GCM.open(box, using: derived("Content-Encoding: aes128gcm", 16))
        #expect(opened.last == 2)
        return try JSONDecoder().decode(PushAlert.self, from: opened.dropLast())
    }
}

/// An instance with what pushes need: its tables on a real database, people with keys, sessions that can be ended.
struct PushFixture: Sendable {
    let database: any Database
    let keys: KeyRing
    let time = ManualTime()
    let sessions = MadeUpSessions()
    let channel: PushChannel
    let folder: String

    init(_ networks: AddressPolicy.Networks = .any, apple: APNsConfiguration? = nil) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "paraph-push-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let migrations = KeyRing.migrations + AuditStore.migrations + Outbox.migrations + PushChannel.migrations
        database = try await TestPlace.make(folder: folder).open()
        try await database.migrate(migrations)
        keys = KeyRing(root: try RootKey.create(at: "\(folder)/root.key"))
        channel = PushChannel(
            database: database,
            keys: keys,
            sessions: sessions,
            configuration: PushConfiguration(contact: "mailto:ops@example.org", apple: apple),
            http: OutgoingHTTP(AddressPolicy(.https, networks, setting: "the setting")),
            time: time,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await database.write { [keys] tx in
            for person in ["anna", "boris"] { try keys.create(holder: person, in: tx) }
        }
    }

    static func run(apple: APNsConfiguration? = nil, _ body: (PushFixture) async throws -> Void) async throws {
        let fixture = try await PushFixture(apple: apple)
        do {
            try await body(fixture)
        } catch {
            await fixture.remove()
            throw error
        }
        await fixture.remove()
    }

    private func remove() async {
        await database.close()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private var service: PushService { PushService(environment: channel.environment) }

    @discardableResult
    func register(_ registration: PushRegistration, of person: String, session: String) async throws -> PushSettings {
        try await service.register(
            registration,
            for: Principal(personID: person, credential: .session(id: session)),
            sessionID: session
        )
    }

    func settings(session: String) async throws -> PushSettings { try await service.settings(ofSession: session) }

    func end(session: String) async throws { try await service.end(session: session) }

    func alert(_ person: String, _ category: PushCategory, id: String, seconds: Int64? = 120, exceptSession: String? = nil) async throws {
        let alerts = PushAlerts(keys: keys, time: time)
        let expiresAt = seconds.map { time.now().adding(seconds: $0) }
        try await database.write {
            try alerts.alert(person, of: category, id: id, expiresAt: expiresAt, exceptSession: exceptSession, in: $0)
        }
    }

    /// Sends what is due by all lanes, once.
    func send() async throws {
        let lanes = channel.lanes(with: AttachmentSources([]))
        let outbox = OutboxService(
            database: database,
            outbox: Outbox(keys: keys, time: time),
            lanes: lanes,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        for lane in lanes { _ = try await outbox.sendDue(lane) }
    }

    func counts() async throws -> (waiting: Int, dead: Int) {
        let outbox = Outbox(keys: keys, time: time)
        return try await database.read { try outbox.counts(in: $0) }
    }

    /// Whose subscriptions are there, by session.
    func subscribed() async throws -> Set<String> {
        try await database.read { tx in
            Set(try PushSubscriptionStore.sessions(after: "", limit: 100, in: tx).map(\.sessionID))
        }
    }
}
