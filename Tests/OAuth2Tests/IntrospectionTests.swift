import Foundation
import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What clients learn of their tokens (RFC 7662), and which pages' scripts may ask; row I1 of notes/identity.md, section 1.3.
@Suite struct IntrospectionTests {
    private static func told(_ program: OAuthProgram, _ token: String?) async throws -> [String: String] {
        let answer = try await program.post("/oauth2/introspect", ["token": try #require(token)])
        try #require(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
        return answer.members
    }

    @Test func i1AClientLearnsWhatItsTokensAreWorth() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try await program.decide(person, program.query(["scope": "openid service"]))["code"]
            let tokens = try await program.redeem(try #require(code)).members
            let now = server.time.now().milliseconds / 1000
            let access = try await Self.told(program, tokens["access_token"])
            #expect(["1", "true"].contains(access["active"]) && access["scope"] == "openid service" && access["client_id"] == program.id)
            #expect(access["exp"] == "\(now + 3600)" && access["iat"] == "\(now)" && access["token_type"] == "Bearer")
            let subject = try await program.claims(tokens["id_token"]).subject
            #expect(access["sub"] == subject && access["iss"] == "http://localhost:8080")
            let refresh = try await Self.told(program, tokens["refresh_token"])
            #expect(["1", "true"].contains(refresh["active"]) && refresh["token_type"] == nil && refresh["client_id"] == program.id)
            #expect(try await Self.told(program, try await program.tokens(person).members["access_token"])["sub"] == nil, "without openid")
        }
    }

    @Test func i1NothingTellsTokensApartThatAreWorthNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let (program, other) = (try await OAuthProgram.make(server), try await OAuthProgram.make(server))
            let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
            let tokens = try await program.redeem(try #require(code)).members
            let revoked = try await program.tokens(person).members["access_token"]
            _ = try await program.post("/oauth2/revoke", ["token": try #require(revoked)])
            let nothing = ["active": "0"]
            for token in [
                tokens["id_token"], code, revoked, person.token, "garbage", try await other.tokens(person).members["access_token"],
                try await other.tokens(person).members["refresh_token"],
            ] {
                let told = try await Self.told(program, token)
                #expect(told == nothing || told == ["active": "false"], "\(told)")
            }
            server.time.advance(seconds: 3600)
            #expect(try await Self.told(program, tokens["access_token"]).count == 1)
            try await PersonAdministration(server.domain).setDisabled(true, person: person.id)
            #expect(try await Self.told(program, tokens["refresh_token"]).count == 1)
        }
    }

    @Test func i1NobodyAsksWithoutProof() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let open = try await OAuthProgram.make(server, isPublic: true)
            for caller in [
                open, OAuthProgram(server: server, id: program.id, secret: "x"), OAuthProgram(server: server, id: "x", secret: nil),
            ] {
                let refused = try await caller.post("/oauth2/introspect", ["token": "x"])
                #expect(refused.status == 401 && refused.error == "invalid_client" && refused.headers[.wwwAuthenticate] != nil)
            }
        }
    }

    @Test func c6AFormMayCarryTheToken() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
            let answer = try await program.redeem(try #require(code))
            let token = try #require(answer.members["access_token"])
            let told = try await program.send("/oauth2/userinfo", body: "access_token=\(token)")
            #expect(told.status == 200 && told.members["sub"] != nil)
            let service = try #require(try await program.tokens(person).members["access_token"])
            for body in ["access_token=wrong-wrong-wrong-wrong", "access_token=\(service)", "access_token=\(person.token)", ""] {
                #expect(try await program.send("/oauth2/userinfo", body: body).status == 401, "\(body.prefix(20))")
            }
        }
    }

    @Test func pagesOfRegisteredOriginsMayCall() async throws {
        try await IdentityServer.run { (server) async throws in
            let origin = "https://app.example"
            let program = try await OAuthProgram.make(server, isPublic: true) { $0.origins = [origin, "http://localhost:3000"] }
            func headers(_ path: String, _ method: HTTPRequest.Method, from origin: String) async throws -> HTTPFields {
                try await server.client.execute(uri: path, method: method, headers: [.origin: origin]).headers
            }
            for path in ["/oauth2/token", "/oauth2/par", "/oauth2/revoke", "/oauth2/userinfo"] {
                let asked = try await headers(path, .options, from: origin)
                #expect(
                    asked[.accessControlAllowOrigin] == origin && asked[.accessControlAllowMethods]?.contains("POST") == true,
                    "\(path)"
                )
                #expect(
                    asked[.accessControlAllowHeaders]?.contains("Authorization") == true && asked[.accessControlAllowCredentials] == nil
                )
                let answer = try await headers(path, .post, from: origin)
                #expect(answer[.accessControlAllowOrigin] == origin && answer[.vary] == "Origin", "refusals are read too")
                for stranger in ["https://evil.example", "https://app.example.evil", "http://app.example", "null", "http://localhost:3001"]
                {
                    #expect(try await headers(path, .options, from: stranger)[.accessControlAllowOrigin] == nil, "\(stranger)")
                    #expect(try await headers(path, .post, from: stranger)[.accessControlAllowOrigin] == nil)
                }
            }
            for path in ["/oauth2/jwks", "/.well-known/openid-configuration", "/.well-known/oauth-authorization-server"] {
                #expect(try await headers(path, .get, from: "https://evil.example")[.accessControlAllowOrigin] == "*")
            }
            for path in ["/oauth2/introspect", "/oauth2/bc-authorize", "/v1/me"] {
                #expect(try await headers(path, .options, from: origin)[.accessControlAllowOrigin] == nil, "\(path)")
            }
            let administration = ClientAdministration(database: server.database, time: server.time)
            #expect(try await administration.list().first?.origins == ["http://localhost:3000", origin])
            _ = try await administration.setDisabled(true, id: program.id)
            #expect(try await headers("/oauth2/token", .options, from: origin)[.accessControlAllowOrigin] == nil)
        }
    }

    @Test(arguments: [
        "", "*", "null", "https://", "https://app.example/", "https://app.example/x", "https://App.example", "http://app.example",
        "https://u@app.example", "https://app.example?x", "https://app.example#x", "http://localhost.evil.example",
        "https://app.example:x y",
    ])
    func otherOriginsAreNotRegistered(_ origin: String) {
        #expect(throws: Problem.self) { _ = try OriginStore.read(origin) }
    }
}
