public import App
import Foundation
public import HummingbirdTesting
import Logging
import ParaphWire
public import ServerKit
public import TestSupport

/// A whole node on a real database in a folder of its own, answering in process.
public struct TestServer: Sendable {
    /// The node's parts.
    public let node: Node
    /// The node's clock.
    public let time: ManualTime
    /// The node's folder, removed at the end.
    public let folder: String
    /// Where mails lie as files.
    public var mailFolder: String { "\(folder)/mail" }

    /// Runs a test against a fresh node on the engine that the environment chooses, through its router or over a live socket.
    ///
    /// `configure` changes what else the node is set to.
    public static func run<Value>(
        _ setup: TestingSetup = .router,
        publicURL: String = "http://localhost:8080",
        rateLimits: RateLimits? = nil,
        metricsToken: String? = nil,
        configure: @Sendable (inout NodeConfiguration) -> Void = { _ in },
        _ body: @Sendable (TestServer, any TestClientProtocol) async throws -> Value
    ) async throws -> Value {
        try await open(
            publicURL: publicURL,
            configure: { configuration in
                configuration.rateLimits = rateLimits
                configuration.metricsToken = metricsToken
                configure(&configuration)
            }
        ) { server in
            try await server.node.application().test(setup) { try await body(server, $0) }
        }
    }

    /// Runs a test against a fresh node that serves nothing: what waits in its tables stays there.
    public static func runIdle<Value>(_ body: @Sendable (TestServer) async throws -> Value) async throws -> Value {
        try await open(publicURL: "http://localhost:8080", configure: { $0.rateLimits = nil }, body)
    }

    private static func open<Value>(
        publicURL: String,
        configure: @Sendable (inout NodeConfiguration) -> Void,
        _ body: @Sendable (TestServer) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "paraph-test-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        guard let site = Site(publicURL: publicURL) else { throw ConfigurationError(setting: "public-url", problem: "is not an address") }
        let time = ManualTime()
        let place = try await TestPlace.makeForNode()
        var configuration = NodeConfiguration(
            data: "\(folder)/data",
            database: place.address,
            site: site,
            mail: .folder("\(folder)/mail"),
            logLevel: .critical
        )
        configure(&configuration)
        try place.prepare(configuration)
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let node = try await Node.open(configuration, time: time, logger: logger) { database in
            try await place.watched(database)
        }
        do {
            let value = try await body(TestServer(node: node, time: time, folder: folder))
            await node.close()
            await place.remove()
            return value
        } catch {
            await node.close()
            await place.remove()
            throw error
        }
    }

    /// The mails sent so far to an address, oldest first, as they would travel.
    public func mails(to address: String) throws -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: mailFolder)) ?? []
        return try names.filter { $0.hasSuffix(".eml") }.sorted().compactMap { name in
            let text = try String(contentsOfFile: "\(mailFolder)/\(name)", encoding: .utf8)
            return text.contains(address) ? text : nil
        }
    }
}
