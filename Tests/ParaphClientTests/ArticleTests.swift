import AsyncHTTPClient
import Foundation
import ParaphClientNIO
import ParaphInk
import ParaphVerification
import ParaphWire
import Synchronization
import Testing

@testable import FilesTestSupport
@testable import ParaphClient
@testable import ParaphClientTestSupport

/// The code of the articles, as it stands there.
@Suite struct ArticleTests {
    @Test func theArticleOfTheClientDoesWhatItSays() async throws {
        try await ClientFixture.run { fixture async throws in
            let hand = try fixture.phone()
            let server = try #require(URL(string: fixture.address))
            let (apiKey, secrets, transport) = (fixture.key, MemorySecrets(), fixture.transport)
            let drawn = Counter()
            let shown = Mutex<[String]>([])
            let draw: (String) async throws -> [UInt8] = { _ in hand.signer.genuine(drawn.next()).encoded() }
            let show: @Sendable (String) -> Void = { text in shown.withLock { $0.append(text) } }
            let askForCode: () async throws -> String = { try await fixture.code(to: "anna@example.org") }

            let client = try ParaphClient(
                server: server,
                apiKey: apiKey,
                device: DeviceDescription(name: "Anna’s iPhone"),
                secrets: secrets,
                transport: transport
            )
            let consent = try await client.account.consentText()
            let request = RegistrationRequest(
                email: "anna@example.org",
                profile: Profile(userName: "Anna Petrova"),
                language: "en",
                consentVersion: consent.version
            )
            let pending = try await client.account.register(request)
            _ = try await client.account.confirm(pending, code: try await askForCode())
            var samples: [[UInt8]] = []
            var missing = Enrolment.sampleCount
            while missing > 0 {
                for _ in 0..<missing { samples.append(try await draw("Your signature")) }
                let result = try await client.enrolment.submit(samples)
                missing = result.status == .created ? 0 : result.countRequired
            }

            try await client.signIn.end()
            let signing = try await client.signIn.begin(as: "anna@example.org")
            var isOver = false
            while !isOver {
                let drawing = try await draw(await signing.bindingMessage)
                switch try await signing.answer(drawing) {
                case .accepted:
                    show("Welcome")
                    isOver = true
                case .refused(let refused): show("That differs from your signature. Tries left: \(refused.attemptsLeft)")
                case .denied:
                    show("Too many tries")
                    isOver = true
                case .renewed: show("Please sign once more")
                }
            }
            #expect(shown.withLock { $0.last } == "Welcome")

            let bytes = FilesFixture.file(10_000)
            let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-article-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = try await client.files.upload(MemorySource(bytes), named: "Lease.pdf") { count in show("\(count) bytes") }
            let store = try await OfflineStore.open(in: folder, secrets: secrets)
            let engine = SyncEngine(client: client, store: store)
            try await engine.catchUp()
            let names = try await store.files().map(\.name)
            #expect(names == ["Lease.pdf"] && file.size == bytes.count)
            await store.close()
        }
    }

    @Test func theArticleOfTheTransportDoesWhatItSays() async throws {
        let http = HTTPClient(configuration: AsyncHTTPClientTransport.configuration)
        let transport = AsyncHTTPClientTransport(http)
        await #expect(throws: TransportError.self) {
            try await transport.send(TransportRequest(method: "GET", url: "http://localhost:9/"))
        }
        try await http.shutdown()
        let authority = "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n"
        #expect(throws: ClientError.self) {
            let pinned = try AsyncHTTPClientTransport.configuration(pinning: Array(authority.utf8))
            #expect(pinned.tlsConfiguration != nil)
        }
    }
}
