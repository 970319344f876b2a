import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import ServerKit
import ServiceLifecycle
import Synchronization

/// The connections to Apple's push service, over HTTP/2: they stay open, as Apple asks, until the program stops.
final class APNsClient: Service, CustomStringConvertible {
    private let configuration: APNsConfiguration
    /// What each push is sent with.
    let token: ProviderToken
    private let client = Mutex<HTTPClient?>(nil)
    /// How long an answer may take.
    private let patience = TimeAmount.seconds(10)

    init(_ configuration: APNsConfiguration) {
        self.configuration = configuration
        token = ProviderToken(configuration)
    }

    var description: String { "APNsClient" }

    /// Keeps the connections until the program stops.
    func run() async throws {
        try? await gracefulShutdown()
        try await close()
    }

    /// Closes the connections.
    func close() async throws {
        let open = client.withLock { client in
            defer { client = nil }
            return client
        }
        try await open?.shutdown()
    }

    /// Sends a payload to a device.
    func push(_ payload: [UInt8], to token: String, headers: [(String, String)]) async throws -> Answer {
        var request = HTTPClientRequest(url: "\(configuration.url)/3/device/\(token)")
        request.method = .POST
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: payload))
        do {
            let response = try await opened().execute(request, timeout: patience)
            let body = try await response.body.collect(upTo: 4096)
            let told = try? JSONDecoder().decode(Told.self, from: Data(body.readableBytesView))
            return Answer(
                status: Int(response.status.code),
                reason: told?.reason,
                timestamp: told?.timestamp,
                retryAfter: response.headers.first(name: "retry-after").flatMap { Int64($0) }
            )
        } catch {
            throw DeliveryError(isFinal: false, "Apple's push service cannot be reached: \(type(of: error))")
        }
    }

    private func opened() throws -> HTTPClient {
        try client.withLock { client in
            if let client { return client }
            var settings = HTTPClient.Configuration()
            settings.redirectConfiguration = .disallow
            settings.timeout.connect = .seconds(5)
            var tls = TLSConfiguration.makeClientConfiguration()
            if let roots = configuration.roots {
                tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(roots.utf8)))
            }
            settings.tlsConfiguration = tls
            let made = HTTPClient(configuration: settings)
            client = made
            return made
        }
    }

    /// What Apple answered.
    struct Answer: Sendable {
        var status: Int
        /// Apple's word, such as `Unregistered`.
        var reason: String?
        /// Since when a token is worth nothing, in milliseconds since 1970.
        var timestamp: Int64?
        var retryAfter: Int64?
    }

    private struct Told: Decodable {
        var reason: String?
        var timestamp: Int64?
    }
}
