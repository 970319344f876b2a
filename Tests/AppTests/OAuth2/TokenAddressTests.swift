import AppTestSupport
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ServerKit
import Testing

@testable import IdentityTestSupport

/// The addresses of OAuth 2.0 on a whole server.
struct TokenAddressTests {
    @Test func whoAsksTooOftenIsToldSoInOAuthsForm() async throws {
        var limits = RateLimits()
        limits.stranger = RateLimit(burst: 10, perMinute: 6)
        try await TestServer.run(.live, rateLimits: limits) { _, client in
            func post() async throws -> OAuthProgram.Answer {
                let headers: HTTPFields = [.contentType: OAuthProgram.formType]
                let body = "client_id=x&client_secret=y&grant_type=refresh_token"
                return try OAuthProgram.Answer(
                    try await client.execute(uri: "/oauth2/token", method: .post, headers: headers, body: .init(string: body))
                )
            }
            for _ in 0..<10 { #expect(try await post().error == "invalid_client") }
            let refused = try await post()
            #expect(refused.status == 429 && refused.error == "temporarily_unavailable" && refused.headers[.retryAfter] == "10")
        }
    }

    @Test func theMetadataSaysWhatIsThere() async throws {
        try await TestServer.run { _, client in
            let response = try await client.execute(uri: "/.well-known/oauth-authorization-server", method: .get)
            let metadata = try #require(
                try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: any Sendable]
            )
            #expect(metadata["issuer"] as? String == "http://localhost:8080")
            #expect(metadata["code_challenge_methods_supported"] as? [String] == ["S256"])
            #expect(metadata["authorization_response_iss_parameter_supported"] as? Bool == true)
            for name in ["authorization_endpoint", "token_endpoint", "revocation_endpoint"] {
                let path = try #require(metadata[name] as? String).replacing("http://localhost:8080", with: "")
                let method: HTTPRequest.Method = name == "authorization_endpoint" ? .get : .post
                let status = try await client.execute(uri: path, method: method).status
                #expect(status == .badRequest, "\(path) is there")
            }
        }
    }
}
