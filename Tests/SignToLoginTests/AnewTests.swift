import ParaphInk
import ParaphInkFormats
import ParaphStorage
import ParaphVerification
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// An account that began anew by a contested yes: its owner gives their signature here, and no letter lets an app have one before.
struct AnewTests {
    private static let email = "a@example.org"
    private let owner = SyntheticSigner(seed: 1)
    private let thief = SyntheticSigner(seed: 2)

    private func send(_ server: DialectFixture, _ samples: [Sample], key: String? = nil) async throws -> DialectAnswer {
        try await server.send("/register/", .register(key: key ?? server.key, email: Self.email, samples))
    }

    /// Says yes to a contested letter.
    ///
    /// - Returns: the secret of its link.
    private func beginAnew(_ server: DialectFixture) async throws -> String {
        try await server.enrol(owner, email: Self.email)
        #expect(try await send(server, thief.samples(0..<10)).res == "4")
        let token = try server.token(mailedTo: Self.email)
        try await server.prove(Self.email)
        return token
    }

    private func begin(_ server: DialectFixture, _ token: String, on device: SimulatedDevice = SimulatedDevice()) async throws
        -> SessionGrant
    {
        let request = DeviceSessionRequest(device: try device.deviceKey(subject: token))
        return try await EmailProofService(environment: server.environment).begin(token: token, request)
    }

    /// The session of a grant, as the API sees it.
    private func caller(_ server: DialectFixture, _ grant: SessionGrant) async throws -> SessionCaller {
        let token = try #require(grant.token)
        let now = server.time.now()
        let found = try await server.environment.database.read { try SessionStore.find(token: token, at: now, in: $0) }
        let session = try #require(found)
        return SessionCaller(personID: session.personID, sessionID: session.id, deviceID: session.deviceID, appID: nil)
    }

    @Test func noLetterFillsATemplateOfAnAccountThatBeganAnew() async throws {
        try await DialectFixture.run { (server) async throws in
            _ = try await beginAnew(server)
            let before = server.mailer.letters(to: Self.email).count
            for (number, network) in ["203.0.113.7", "198.51.100.3", "192.0.2.55", "81.2.69.142"].enumerated() {
                for part in 0..<3 {
                    let first = 100 * (number + 1) + 10 * part
                    let samples = (network == "81.2.69.142" ? owner : thief).samples(first..<first + 10)
                    let answer = try await server.register(samples, email: Self.email, from: network)
                    guard case .confirmationNeeded(let link) = answer else {
                        Issue.record("\(answer)")
                        continue
                    }
                    #expect(link == "https://sign.example.org/register")
                }
            }
            let letters = server.mailer.letters(to: Self.email).dropFirst(before)
            #expect(letters.map(\.subject) == ["Give your signature here first"])
            #expect(letters.allSatisfy { $0.text.contains("https://sign.example.org/register") && !$0.text.contains("/confirm?") })
            #expect(try await server.count("template") == 0)
            // Nor does another app.
            let other = try await server.anotherApp()
            #expect(try await send(server, thief.samples(0..<10), key: other).res == "4")
            #expect(server.mailer.letters(to: Self.email).count == before + 1)
            #expect(try await server.count("emailProof WHERE personId IS NULL") == 0)
        }
    }

    @Test func theBrowserThatSaidYesGivesTheSignatureAndAppsReachIt() async throws {
        try await DialectFixture.run { (server) async throws in
            let token = try await beginAnew(server)
            let grant = try await begin(server, token)
            let caller = try await caller(server, grant)
            #expect(try await send(server, thief.samples(20..<30)).link == "https://sign.example.org/enrol")
            let consent = ConsentRequest(version: ConsentDocument.version, approval: nil)
            _ = try await PersonService(environment: server.environment).giveConsent(consent, by: caller)
            let samples = try owner.samples(40..<50).map { Base64URL(try SignToLoginFormat.decode(SignToLoginFormat.encode($0)).encoded()) }
            let result = try await NativeEnrolment(environment: server.environment).enrol(EnrolmentRequest(samples: samples), by: caller)
            #expect(result.status == .created)
            let body = try DialectBody.authenticate(key: server.key, email: Self.email, owner.genuine(60))
            #expect(try await server.send("/authenticate/", body).similarity ?? 0 > 0.5)
            // From here on it is an account like any other.
            let asked = try await send(server, thief.samples(30..<40))
            #expect(asked.res == "4" && asked.link?.contains("/confirm?id=") == true)
        }
    }

    @Test func aYesOpensOneSessionInTimeAndOnlyWhereTheAccountBeganAnew() async throws {
        try await DialectFixture.run { (server) async throws in
            try await server.enrol(owner, email: Self.email)
            #expect(try await send(server, thief.samples(0..<10)).res == "4")
            let token = try server.token(mailedTo: Self.email)
            #expect(await problem { try await begin(server, token) }?.code == .requestOver, "before the yes")
            try await server.prove(Self.email)
            #expect(await problem { try await begin(server, String(token.dropLast())) }?.status ?? 0 >= 400)
            _ = try await begin(server, token)
            #expect(await problem { try await begin(server, token) }?.code == .requestOver, "a second time")
            #expect(try await server.count("device") == 1)
        }
        try await DialectFixture.run { (server) async throws in
            let token = try await beginAnew(server)
            server.time.advance(seconds: EmailProofRecord.replacementLifetime + 1)
            #expect(await problem { try await begin(server, token) }?.status == 404, "too late")
        }
        try await DialectFixture.run { (server) async throws in
            try await server.enrol(owner, email: Self.email)
            let token = try server.token(mailedTo: Self.email)
            try await server.prove(Self.email)
            #expect(await problem { try await begin(server, token) }?.code == .requestOver, "not contested")
            #expect(try await server.count("device") == 0)
        }
    }

    @Test func aDisabledAccountThatBeganAnewOpensNoSession() async throws {
        try await DialectFixture.run { (server) async throws in
            let token = try await beginAnew(server)
            try await server.environment.database.write { _ = try $0.execute("UPDATE person SET status = 'disabled'") }
            #expect(await problem { try await begin(server, token) }?.code == .requestOver)
        }
    }

    @Test func twoRequestsThatWaitAreBothNamedBeforeYesIsSaid() async throws {
        try await DialectFixture.run { (server) async throws in
            try await server.enrol(owner, email: Self.email)
            try await server.prove(Self.email)
            let other = try await server.anotherApp()
            #expect(try await send(server, owner.samples(20..<30), key: other).res == "4")
            let service = EmailProofService(environment: server.environment)
            let alone = try await service.find(token: try server.token(mailedTo: Self.email))
            #expect(alone.asked == nil && alone.others.isEmpty)
            let first = server.time.now()
            server.time.advance(seconds: 60)
            let body = try DialectBody.register(key: other, email: Self.email, thief.samples(0..<10)).with(
                "device_version",
                "\"iPhone14,2\""
            )
            #expect(try await server.send("/register/", body).res == "4")
            let shown = try await service.find(token: try server.token(mailedTo: Self.email))
            #expect(shown.asked == EmailProof.Asked(at: server.time.now(), device: "iPhone"))
            #expect(shown.others == [EmailProof.Asked(at: first, device: "iPad")])
        }
    }
}
