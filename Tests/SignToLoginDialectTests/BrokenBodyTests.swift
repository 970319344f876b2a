import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ServerKit
import SignToLoginDialect
import Testing

@testable import TestSupport

/// A body that ends before its end, told in the dialect's own form.
@Suite struct BrokenBodyTests {
    private struct App: SignToLoginApp { let source = "app-1" }
    private struct Done: Encodable { let res = "0" }

    @Test func isToldAsAWrongBody() async throws {
        let router = Router(context: ParaphContext.self)
        router.add(middleware: BreakingMiddleware())
        SignToLoginRoutes { _ in App() }.add("login", to: router) { _, _, _ in Done() }
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: "/login", method: .post, body: ByteBuffer(string: "{}")) { $0 }
            let answer = try JSONDecoder().decode([String: String].self, from: Data(response.body.readableBytesView))
            #expect(response.status == .requestTimeout && answer == ["res": "5", "error": BodyBrokenOff.answer])
        }
    }
}
