import Hummingbird
import HummingbirdCore
import Logging
import Testing

/// A service outside, as a test plays it on this machine.
enum LoopbackService {
    /// Runs it on a free port while `body` runs.
    static func run(
        _ router: Router<BasicRequestContext>,
        server: HTTPServerBuilder = .http1(),
        _ body: @escaping @Sendable (_ port: Int) async throws -> Void
    ) async throws {
        let (ports, tell) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router,
            server: server,
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { tell.yield($0.localAddress?.port ?? 0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup { group in
            group.addTask { try await application.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            try await body(port)
            group.cancelAll()
        }
    }
}
