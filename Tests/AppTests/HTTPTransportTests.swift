import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import App

/// Whoever answers is a stranger: it must end whatever they do.
@Suite struct HTTPTransportTests {
    private func serving(_ test: @escaping @Sendable (String) async throws -> Void) async throws {
        let router = Router()
        router.get("whole") { _, _ in "whole" }
        router.get("moved") { _, _ in Response.redirect(to: "/whole") }
        router.get("dripping") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for _ in 0..<600 {
                        try await writer.write(ByteBuffer(string: "x"))
                        try await Task.sleep(for: .milliseconds(50))
                    }
                    try await writer.finish(nil)
                }
            )
        }
        try await Application(router: router).test(.live) { client in
            try await test("http://localhost:\(try #require(client.port))/")
        }
    }

    /// Beside a thousand other tests an answer may take a minute: what is looked at here is not how long.
    private let long = Duration.seconds(600)

    @Test func anAnswerIsFetchedWhole() async throws {
        try await serving { address async throws in
            let transport = HTTPTransport(source: .certificates(allowsPrivate: true), patience: long)
            #expect(try await transport.get(address + "whole", limit: 5) == Array("whole".utf8))
            await #expect(throws: (any Error).self) { try await transport.get(address + "whole", limit: 4) }
            await #expect(throws: Refusal.self) { try await transport.get(address + "moved", limit: 100) }
            await #expect(throws: Refusal.self) { try await transport.get(address + "nothing", limit: 100) }
        }
    }

    @Test func whoeverSendsAByteNowAndThenIsLeft() async throws {
        try await serving { address async throws in
            let transport = HTTPTransport(source: .operation, patience: .milliseconds(400))
            let error = await #expect(throws: Refusal.self) { try await transport.get(address + "dripping", limit: 1000) }
            #expect(error.map { "\($0)".contains("took longer than") } == true)
        }
    }

    @Test func thisMachineIsAskedOnlyWhereThatIsAllowed() async throws {
        try await serving { address async throws in
            let error = await #expect(throws: Refusal.self) {
                try await HTTPTransport(source: .certificates(allowsPrivate: false)).get(address + "whole", limit: 100)
            }
            #expect(error.map { "\($0)".contains("no public address") } == true)
        }
    }
}
