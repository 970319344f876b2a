import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ServerKit
import Testing

@testable import TestSupport

/// A body that ends before its end, as where the connection was closed because it came too slowly.
@Suite struct BrokenBodyTests {
    @Test func isToldAndLoggedAsTheConnectionTellsIt() async throws {
        let router = Router(context: ParaphContext.self)
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: BreakingMiddleware())
        router.post("/v1/any") { request, _ in "\(try await request.bytes(upTo: 10).count)" }
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: "/v1/any", method: .post, body: ByteBuffer(string: "{}")) { $0 }
            #expect(response.status == .requestTimeout && String(buffer: response.body).contains("ended before all of it was here"))
        }
    }
}
