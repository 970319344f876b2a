import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServerKit
import SignToLoginDialect
import Synchronization
import Testing

/// What is noted of parameters that Sign To Login's API does not know: their names where they are plain words, and never what they hold.
@Suite struct UnknownParameterTests {
    private struct App: SignToLoginApp { let source = "app-1" }
    private struct Done: Encodable { let res = "0" }

    /// Everything that is logged, as it would be written.
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private struct Collecting: LogHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.all.withLock { $0.append("\(event.message) \(metadata) \(event.metadata ?? [:])") }
        }
    }

    @Test func theirNamesAreLoggedWhereTheyAreWordsAndNeverTheirValues() async throws {
        let lines = Lines()
        let router = Router(context: ParaphContext.self)
        SignToLoginRoutes { _ in App() }.add("login", to: router) { _, _, _ in Done() }
        let logger = Logger(label: "test") { _ in Collecting(lines: lines) }
        let body = """
            {"apikey": "SECRETKEY", "email": "anna@secret.example", "device_colour": "SECRETRED", "shoeSize": "SECRET42",
            "SECRET name@odd.example": "SECRETODD"}
            """
        try await Application(router: router, logger: logger).test(.router) { client in
            let headers: HTTPFields = [.contentType: "application/json"]
            let response = try await client.execute(uri: "/login", method: .post, headers: headers, body: ByteBuffer(string: body)) { $0 }
            #expect(response.status == .ok && String(buffer: response.body) == #"{"res":"0"}"#)
        }
        let written = lines.all.withLock { $0 }
        let line = try #require(written.first { $0.contains("unknown parameters were ignored") })
        #expect(line.contains("device_colour") && line.contains("shoeSize") && line.contains("3") && line.contains("app-1"), "\(line)")
        #expect(written.allSatisfy { !$0.localizedStandardContains("secret") && !$0.contains("odd") && !$0.contains("anna") }, "\(written)")
    }
}
