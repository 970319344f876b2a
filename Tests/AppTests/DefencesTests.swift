import AppTestSupport
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphWire
import ServerKit
import TestSupport
import Testing

@Suite struct DefencesTests {
    @Test func everyAnswerForbidsForeignContentAndNamesItsRequest() async throws {
        try await TestServer.run { (_, client) async throws in
            for path in ["/healthz", "/readyz", "/openapi.yaml", "/problems", "/nowhere"] {
                let response = try await client.execute(uri: path, method: .get)
                #expect(response.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(response.headers[.contentSecurityPolicy]?.contains("unsafe-inline") == false)
                #expect(response.headers[.contentSecurityPolicy]?.contains("form-action 'none'") == true)
                #expect(response.headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
                #expect(response.headers[.init("X-Request-Id") ?? .via]?.count == 32)
            }
        }
    }

    @Test func aMissIsAProblemAndAnotherMethodIsNamed() async throws {
        try await TestServer.run { (_, client) async throws in
            let miss = try await client.execute(uri: "/nowhere", method: .get)
            #expect(miss.status == .notFound)
            #expect(miss.headers[.contentType] == "application/problem+json")
            let method = try await client.execute(uri: "/healthz", method: .post)
            #expect(method.status == .methodNotAllowed)
            #expect(method.headers[.allow]?.contains("GET") == true)
        }
    }

    @Test func anAnnouncedGiantIsRefusedBeforeItIsRead() async throws {
        try await TestServer.run(.live) { _, client in
            let response = try await client.execute(uri: "/healthz", method: .put, body: ByteBuffer(repeating: 0, count: 17 * 1024 * 1024))
            #expect(response.status == .contentTooLarge)
        }
    }

    @Test func aBrowsersRequestFromAnotherSiteIsRefused() async throws {
        try await TestServer.run { (_, client) async throws in
            func status(_ headers: [(String, String)]) async throws -> HTTPResponse.Status {
                var fields = HTTPFields()
                for (name, value) in headers { fields[HTTPField.Name(name) ?? .via] = value }
                return try await client.execute(uri: "/v1/session", method: .delete, headers: fields).status
            }
            let cookie = ("Cookie", "paraph=0123456789abcdef0123456789abcdef")
            #expect(try await status([cookie]) == .forbidden)
            #expect(try await status([cookie, ("Origin", "http://localhost:8080")]) == .forbidden)
            #expect(try await status([cookie, ("Paraph-Web", "1"), ("Origin", "https://evil.example")]) == .forbidden)
            #expect(try await status([cookie, ("Paraph-Web", "1"), ("Sec-Fetch-Site", "cross-site")]) == .forbidden)
            #expect(try await status([cookie, ("Paraph-Web", "1"), ("Sec-Fetch-Site", "same-origin")]) != .forbidden)
            #expect(try await status([cookie, ("Paraph-Web", "1"), ("Origin", "http://localhost:8080")]) != .forbidden)
            #expect(try await status([("Paraph-Web", "1")]) == .forbidden)
        }
    }
}
