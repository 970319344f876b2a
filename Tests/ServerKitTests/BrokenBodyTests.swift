import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServerKit
import Testing

/// A body that ends before its end, as where the connection was closed because it came too slowly.
@Suite struct BrokenBodyTests {
    private struct App: SignToLoginApp { let source = "app-1" }
    private struct Done: Encodable { let res = "0" }
    private struct Broken: Error {}

    private struct Breaking: AsyncSequence, AsyncIteratorProtocol, Sendable {
        func makeAsyncIterator() -> Breaking { self }
        mutating func next() async throws -> ByteBuffer? { throw Broken() }
    }

    private struct BreakingMiddleware: RouterMiddleware {
        func handle(
            _ request: Request,
            context: ParaphContext,
            next: @concurrent (Request, ParaphContext) async throws -> Response
        ) async throws -> Response {
            var request = request
            request.body = RequestBody(asyncSequence: Breaking())
            return try await next(request, context)
        }
    }

    @Test(arguments: ["/login", "/v1/any"])
    func isToldAndLoggedAsTheConnectionTellsIt(path: String) async throws {
        let router = Router(context: ParaphContext.self)
        router.add(middleware: ProblemMiddleware())
        router.add(middleware: BreakingMiddleware())
        SignToLoginRoutes { _ in App() }.add("login", to: router) { _, _, _ in Done() }
        router.post("/v1/any") { request, _ in "\(try await request.bytes(upTo: 10).count)" }
        try await Application(router: router).test(.router) { client in
            let response = try await client.execute(uri: path, method: .post, body: ByteBuffer(string: "{}")) { $0 }
            #expect(response.status == .requestTimeout && String(buffer: response.body).contains("ended before all of it was here"))
        }
    }
}
