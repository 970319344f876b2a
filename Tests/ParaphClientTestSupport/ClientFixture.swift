import Channels
import Crypto
import Foundation
import HummingbirdTesting
import Identity
import ParaphInk
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import StorageTestSupport
import TestSupport
import Testing

@testable import App
@testable import AppTestSupport
@testable import ParaphClient

/// A whole server in process, and phones that reach it by the SDK.
struct ClientFixture: Sendable {
    let server: TestServer
    var database: any Database { server.node.database }
    var time: ManualTime { server.time }
    let transport: any Transport
    let address: String
    /// The key of an app that reaches everybody.
    let key: String

    /// Runs a test against a fresh server, through its router or over a live socket.
    ///
    /// It alerts Apple's devices where `hasApple`.
    static func run(
        _ setup: TestingSetup = .router,
        hasApple: Bool = false,
        _ body: @Sendable (ClientFixture) async throws -> Void
    ) async throws {
        let configure: @Sendable (inout NodeConfiguration) -> Void = { configuration in
            guard hasApple else { return }
            let key = P256.Signing.PrivateKey()
            configuration.push.apple = APNsConfiguration(key: key, keyID: "KEY1234567", teamID: "TEAM123456", topic: "com.example.app")
        }
        try await TestServer.run(setup, configure: configure) { server, client in
            let apps = AppAdministration(
                database: server.node.database,
                keys: server.node.keyRing,
                people: Wiring.registered.people(keys: server.node.keyRing),
                time: server.time
            )
            let app = AppRegistration(
                name: "Example",
                bundleId: "com.example.app",
                email: "dev@example.org",
                website: "https://example.org"
            )
            let key = try #require(try await apps.create(app).apiKey)
            let transport: any Transport =
                client.port == nil ? RouterTransport(client: client, time: server.time) : ClockedTransport(time: server.time)
            let address = client.port.map { "http://localhost:\($0)" } ?? "http://localhost:8080"
            try await body(ClientFixture(server: server, transport: transport, address: address, key: key))
        }
    }

    /// The code of the last mail to an address.
    func code(to address: String) async throws -> String {
        var code: String?
        try await until("a mail with a code") {
            code = try server.mails(to: address).reversed().lazy.compactMap { $0.firstMatch(of: /\b\d{6}\b/).map { String($0.output) } }
                .first
            return code != nil
        }
        return try #require(code)
    }

    /// A phone that nobody has used yet.
    func phone(_ name: String = "Anna’s phone", seed: UInt64 = 7, secrets: MemorySecrets = MemorySecrets()) throws -> Phone {
        let faults = FaultyTransport(transport)
        var client = try ParaphClient(
            server: try #require(URL(string: address)),
            apiKey: key,
            device: DeviceDescription(name: name, kind: .ios, model: "iPhone"),
            secrets: secrets,
            transport: faults,
            retry: RetryPolicy(firstPause: .milliseconds(1)),
            language: { "en" }
        )
        let pauses = Pauses()
        client.caller.sleep = { duration in
            try Task.checkCancellation()
            pauses.note(duration)
            try await Task.sleep(for: duration >= SyncEngine.pulse ? duration : .milliseconds(1))
        }
        return Phone(client: client, secrets: secrets, faults: faults, pauses: pauses, signer: SyntheticSigner(seed: seed))
    }

    /// A phone whose person has registered and given their signature.
    func enrolledPhone(_ email: String = "anna@example.org", seed: UInt64 = 7) async throws -> Phone {
        let phone = try phone(seed: seed)
        try await register(phone, email)
        try #require(try await phone.enrol().status == .created)
        return phone
    }

    func register(_ phone: Phone, _ email: String = "anna@example.org") async throws {
        let account = phone.client.account
        let consent = try await account.consentText()
        let request = RegistrationRequest(
            email: email,
            profile: Profile(userName: "Anna Petrova"),
            language: "en",
            consentVersion: consent.version
        )
        let pending = try await account.register(request)
        _ = try await account.confirm(pending, code: try await code(to: email))
    }
}

/// A phone, and the hand of who uses it.
struct Phone: Sendable {
    let client: ParaphClient
    let secrets: MemorySecrets
    let faults: FaultyTransport
    let pauses: Pauses
    let signer: SyntheticSigner

    /// A drawing of the person's own, another one for each number.
    func drawing(_ number: Int) -> [UInt8] { signer.genuine(100 + number, session: 1).encoded() }

    /// A drawing of somebody else's signature.
    func forgery(_ number: Int) -> [UInt8] { signer.forgery(number, kind: .random).encoded() }

    /// A touch of the pad, which is no signature.
    var dot: [UInt8] {
        let points = (0..<30).map { Point(x: 10, y: 10, time: Double($0) * 10) }
        return Sample(strokes: [Stroke(points: points)], channels: .time).encoded()
    }

    /// Gives ten samples, and as many more as are asked for.
    func enrol(approval: String? = nil) async throws -> EnrolmentResult {
        var samples = (0..<Enrolment.sampleCount).map { signer.genuine($0).encoded() }
        var result = try await client.enrolment.submit(samples, approval: approval)
        while result.status == .more, samples.count < Enrolment.mostSamples {
            let next = samples.count..<samples.count + max(1, result.countRequired)
            samples += next.map { signer.genuine($0).encoded() }
            result = try await client.enrolment.submit(Array(samples.suffix(Enrolment.mostSamples)), approval: approval)
        }
        return result
    }

    /// An approval by signature.
    func approval(_ purpose: ChallengePurpose, subject: String? = nil, drawing number: Int) async throws -> String {
        let signing = try await client.approvals.begin(purpose, subject: subject)
        return try #require(try await signing.answer(drawing(number)).accepted?.approval)
    }

    /// The same phone after a restart of its app.
    func restarted(_ fixture: ClientFixture) throws -> Phone {
        let other = try fixture.phone(secrets: secrets)
        return Phone(client: other.client, secrets: secrets, faults: other.faults, pauses: other.pauses, signer: signer)
    }
}

extension Signing.Outcome {
    var accepted: Signing.Accepted? {
        if case .accepted(let accepted) = self { accepted } else { nil }
    }

    var refused: Signing.Refused? {
        if case .refused(let refused) = self { refused } else { nil }
    }
}
