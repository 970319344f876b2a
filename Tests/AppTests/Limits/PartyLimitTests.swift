import AppTestSupport
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import App
@testable import Identity
@testable import IdentityTestSupport

/// For whom requests count on a whole node: apps by their keys, and people by themselves.
@Suite struct PartyLimitTests {
    /// Ten at once, and one more every ten seconds.
    private static let ten = RateLimit(burst: 10, perMinute: 6)

    /// Runs a test against a node with two apps, whose keys it is given.
    private static func run(
        _ limits: RateLimits,
        _ body: @Sendable (TestServer, any TestClientProtocol, _ keys: [String]) async throws -> Void
    ) async throws {
        try await TestServer.run(.live, rateLimits: limits) { server, client in
            let apps = AppAdministration(
                database: server.node.database,
                keys: server.node.keyRing,
                people: Wiring.registered.people(keys: server.node.keyRing),
                time: server.time
            )
            let keys = [try await apps.create(.example).apiKey, try await apps.create(.example).apiKey]
            try await body(server, client, keys.compactMap(\.self))
        }
    }

    /// A person, and the tokens of two sessions of theirs.
    private static func person(_ email: String, _ server: TestServer) async throws -> [String] {
        let (keys, now) = (server.node.keyRing, server.time.now())
        let address = try #require(EmailAddress(email))
        return try await server.node.database.write { tx in
            let person = PersonRecord(email: address, profile: Profile(userName: "Anna"), language: .en, createdAt: now)
            try PersonStore.insert(person, keys: keys, in: tx)
            return try (0..<2).map { _ in
                try SessionStore.open(personID: person.id, permit: .administrator(), settings: IdentitySettings(), at: now, in: tx).token
                    .text
            }
        }
    }

    private static func get(_ path: String, _ headers: HTTPFields, _ client: any TestClientProtocol) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get, headers: headers)
    }

    private static func login(_ key: String, _ client: any TestClientProtocol) async throws
        -> (answer: DialectAnswer, retryAfter: String?)
    {
        let body = DialectBody.login(key: key, email: "anna@example.org").json
        let headers: HTTPFields = [.contentType: "application/json"]
        let response = try await client.execute(uri: "/login/", method: .post, headers: headers, body: ByteBuffer(bytes: body))
        #expect(response.status == .ok)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let answer = try decoder.decode(DialectAnswer.self, from: Data(response.body.readableBytesView))
        return (answer, response.headers[.retryAfter])
    }

    @Test func anAppThatUsedUpItsLimitIsToldSoBySignToLoginAndNoOtherAppIs() async throws {
        var limits = RateLimits()
        limits.app = Self.ten
        try await Self.run(limits) { server, client, keys in
            for _ in 0..<10 {
                let answer = try await Self.login(keys[0], client).answer
                #expect(answer.res == "2")
            }
            let refused = try await Self.login(keys[0], client)
            #expect(refused.answer.res == "6" && refused.answer.retryAfter == 10 && refused.retryAfter == "10")
            #expect(refused.answer.error == "Too many requests; Try again in 10 seconds.")
            let other = try await Self.login(keys[1], client)
            #expect(other.answer.res == "2" && other.retryAfter == nil)
            server.time.advance(seconds: 10)
            let (later, again) = (try await Self.login(keys[0], client), try await Self.login(keys[0], client))
            #expect(later.answer.res == "2" && again.answer.res == "6")
        }
    }

    @Test func anAppThatUsedUpItsLimitStopsNobodyWhoSignedIn() async throws {
        var limits = RateLimits()
        limits.app = Self.ten
        try await Self.run(limits) { server, client, keys in
            let token = try #require(try await Self.person("anna@example.org", server).first)
            let path = IdentityEndpoints.consentText.path
            for _ in 0..<10 {
                let answer = try await Self.get(path, .app(keys[0]), client)
                #expect(answer.status == .ok)
            }
            let refused = try await Self.get(path, .app(keys[0]), client)
            #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "10")
            for headers in [HTTPFields.app(keys[1]), .app(keys[0], token: token), .ownPages] {
                let answer = try await Self.get(path, headers, client)
                #expect(answer.status == .ok)
            }
        }
    }

    @Test func aPersonWhoUsedUpTheirLimitIsRefusedInEverySessionAndNobodyElseIs() async throws {
        var limits = RateLimits()
        limits.person = Self.ten
        try await Self.run(limits) { server, client, keys in
            let anna = try await Self.person("anna@example.org", server)
            let boris = try #require(try await Self.person("boris@example.org", server).first)
            func me(_ token: String) async throws -> TestResponse {
                try await Self.get(IdentityEndpoints.me.path, .app(keys[0], token: token), client)
            }
            for number in 0..<10 {
                let answer = try await me(anna[number % 2])
                #expect(answer.status == .ok)
            }
            for token in anna {
                let refused = try await me(token)
                let told = try JSONDecoder().decode(Problem.self, from: Data(refused.body.readableBytesView))
                #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] == "10" && told.code == "tooMany")
            }
            let (other, stranger) = (try await me(boris), try await Self.get(IdentityEndpoints.consentText.path, .ownPages, client))
            #expect(other.status == .ok && stranger.status == .ok)
            server.time.advance(seconds: 10)
            let (later, again) = (try await me(anna[0]), try await me(anna[1]))
            #expect(later.status == .ok && again.status == .tooManyRequests)
        }
    }
}
