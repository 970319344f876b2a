import App
import AppTestSupport
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import IdentityTestSupport

/// How many requests an address may send to a whole node, whoever sends them.
@Suite struct AddressLimitTests {
    private static let page = "/oauth2/authorize?client_id=nobody"

    /// Runs a test against a node behind a proxy, which admits so many requests of an address at once, and one more every ten seconds.
    private static func run(
        burst: Int = 10,
        _ body: @Sendable (TestServer, any TestClientProtocol) async throws -> Void
    ) async throws {
        var limits = RateLimits()
        limits.address = RateLimit(burst: burst, perMinute: 6)
        try await TestServer.run(
            .live,
            rateLimits: limits,
            configure: { $0.trustedProxies = TrustedProxies("127.0.0.1, ::1") ?? .none },
            body
        )
    }

    /// Sends a request of an address; of the proxy's own where none is named.
    private static func send(
        _ client: any TestClientProtocol,
        _ path: String = "/openapi.yaml",
        method: HTTPRequest.Method = .get,
        from address: String? = "192.0.2.1",
        body: [UInt8] = []
    ) async throws -> TestResponse {
        var headers = HTTPFields.ownPages
        if let name = HTTPField.Name("X-Forwarded-For") { headers[name] = address }
        if method == .post { headers[.contentType] = "application/json" }
        return try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: body))
    }

    /// Sends what an address may send.
    private static func useUp(_ client: any TestClientProtocol, from address: String = "192.0.2.1") async throws {
        for _ in 0..<10 {
            let answer = try await send(client, from: address)
            #expect(answer.status == .ok)
        }
    }

    @Test func anAddressThatUsedUpItsLimitIsToldWhenToComeAgainAndNoOtherIsRefused() async throws {
        try await Self.run { server, client in
            try await Self.useUp(client)
            for (path, method) in [("/openapi.yaml", .get), ("/", .get), ("/v1/registrations", .post)] as [(String, HTTPRequest.Method)] {
                let refused = try await Self.send(client, path, method: method)
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "10", "\(path)")
            }
            let told = try JSONDecoder().decode(Problem.self, from: Data(try await Self.send(client, "/v1/me").body.readableBytesView))
            #expect(told.code == "tooMany")
            let (healthy, other) = (try await Self.send(client, "/healthz"), try await Self.send(client, from: "192.0.2.2"))
            #expect(healthy.status == .ok && other.status == .ok)
            server.time.advance(seconds: 10)
            let (later, again) = (try await Self.send(client), try await Self.send(client))
            #expect(later.status == .ok && again.status == .tooManyRequests)
        }
    }

    @Test func anIPv6NetworkCountsAsOneAddress() async throws {
        try await Self.run { _, client in
            try await Self.useUp(client, from: "2001:db8:0:1::1")
            let (near, far) = (
                try await Self.send(client, from: "2001:db8:0:1:ffff::2"), try await Self.send(client, from: "2001:db8:0:2::1")
            )
            #expect(near.status == .tooManyRequests && far.status == .ok)
        }
    }

    @Test func whatOurOwnPagesAskInProcessIsNotCounted() async throws {
        try await Self.run(burst: 3) { _, client in
            for _ in 0..<3 {
                let answer = try await Self.send(client, Self.page, from: nil)
                #expect(answer.status != .tooManyRequests)
            }
            let refused = try await Self.send(client, Self.page, from: nil)
            #expect(refused.status == .tooManyRequests)
        }
    }

    @Test func callsWithFormsOfTheirOwnRefuseInThem() async throws {
        try await Self.run { _, client in
            try await Self.useUp(client)
            for path in ["/register", "/login/", "/authenticate", "/savedocument", "/opendocument"] {
                let body = DialectBody.login(key: "no key", email: "anna@example.org").json
                let answer = try await Self.send(client, path, method: .post, body: body)
                let told = try JSONSerialization.jsonObject(with: Data(answer.body.readableBytesView)) as? [String: Any]
                #expect(answer.status == .ok && answer.headers[.retryAfter] == "10", "\(path)")
                #expect(told?["res"] as? String == "6", "\(path)")
            }
            for path in ["/oauth2/token", "/oauth2/revoke", "/csc/v2/info", "/csc/v2/credentials/list"] {
                let refused = try await Self.send(client, path, method: .post, body: Array("{}".utf8))
                let told = try JSONSerialization.jsonObject(with: Data(refused.body.readableBytesView)) as? [String: Any]
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "10", "\(path)")
                #expect(told?["error"] is String && told?["error_description"] is String, "\(path)")
            }
            let page = try await Self.send(client, Self.page)
            #expect(page.status == .tooManyRequests && page.headers[.retryAfter] == "10")
        }
    }
}
