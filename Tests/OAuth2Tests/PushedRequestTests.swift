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

/// Requests that clients send themselves (RFC 9126); row A1 of the table in notes/identity.md, section 1.3.
@Suite struct PushedRequestTests {
    /// Pushes a request, and gives the query that a browser is sent with.
    private static func pushed(_ program: OAuthProgram, _ changes: [String: String?] = [:]) async throws -> String {
        let answer = try await program.push(changes)
        try #require(answer.status == 201, "\(answer.members)")
        #expect(answer.members["expires_in"] == "300" && answer.headers[.cacheControl] == "no-store")
        return OAuthProgram.form(["client_id": program.id, "request_uri": try #require(answer.members["request_uri"])])
    }

    @Test func a1WhatWasPushedIsAskedAndGivesACodeOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let query = try await Self.pushed(program)
            for _ in 0..<2 {
                #expect(try await program.question(query, by: person).rights == ["see your <b>"], "a page may be loaded again")
            }
            // What stands beside it counts for nothing.
            let back = try await program.decide(person, query + "&state=evil&scope=openid&redirect_uri=https%3A%2F%2Fevil.example")
            #expect(back["state"] == "s &=1" && back["iss"] == "http://localhost:8080")
            #expect(try await program.redeem(try #require(back["code"])).members["scope"] == "service")
            #expect(await problem { try await program.question(query, by: person) }?.code == "badAuthorization")
            #expect(await problem { try await program.decide(person, query) }?.code == "badAuthorization")
        }
    }

    @Test func a1ARequestGivesOneCodeHoweverManyAskAtOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let query = try await Self.pushed(program)
            let codes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<20 { group.addTask { try? await program.decide(person, query)["code"] } }
                return await group.reduce(into: [String]()) { if let code = $1 { $0.append(code) } }
            }
            #expect(codes.count == 1)
        }
    }

    @Test func a1ARefusalUsesItUpToo() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let query = try await Self.pushed(program)
            #expect(try await program.decide(person, allow: false, query)["error"] == "access_denied")
            #expect(await problem { try await program.decide(person, query) }?.code == "badAuthorization")
        }
    }

    @Test func a1AnotherClientsAnOldOneAndAnUnknownOneAreNone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let (program, other) = (try await OAuthProgram.make(server), try await OAuthProgram.make(server))
            let query = try await Self.pushed(program)
            for wrong in [
                query.replacing(program.id, with: other.id), query + "A", "client_id=\(program.id)&request_uri=\(PushedRequest.scheme)x",
                query + "&request_uri=x",
            ] { #expect(await problem { try await program.question(wrong, by: person) }?.code == "badAuthorization", "\(wrong)") }
            #expect(try await program.question(query, by: person).step == .ask, "and nothing was spent on them")
            server.time.advance(seconds: PushedRequest.lifetime)
            #expect(await problem { try await program.question(query, by: person) }?.code == "badAuthorization")
            _ = try await IdentitySweep(environment: server.domain.environment).turn()
            #expect(try await server.count("oauthPushedRequest") == 0)
        }
    }

    @Test func a1WhatWouldBeRefusedLaterIsRefusedAtOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            for (changes, error) in AuthorizationTests.wrong + [
                (["redirect_uri": "https://evil.example/cb"], "invalid_request"), (["redirect_uri": nil], "invalid_request"),
                (["request_uri": "\(PushedRequest.scheme)x"], "invalid_request"),
                (["prompt": "none login"], "invalid_request"),
            ] {
                let expected = error.hasSuffix("_not_supported") ? "invalid_request" : error
                let answer = try await program.push(changes)
                #expect(answer.status == 400 && answer.error == expected, "\(changes) \(answer.members)")
            }
            let twice = try await program.send("/oauth2/par", body: program.query() + "&scope=openid", headers: try program.basic())
            #expect(twice.error == "invalid_request")
            #expect(try await program.push(["client_id": "another"]).error == "invalid_client")
            let nobody = OAuthProgram(server: server, id: program.id, secret: "wrong")
            #expect(try await nobody.push().status == 401)
            #expect(try await server.count("oauthPushedRequest") == 0)
        }
    }

    @Test func a1OnlyAFormThatIsPostedIsPushed() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let asked = try await server.client.execute(uri: "/oauth2/par?\(program.query())", method: .get, headers: try program.basic())
            #expect([.notFound, .methodNotAllowed].contains(asked.status))
            let json = try await program.send("/oauth2/par", body: "{}", headers: try program.basic(), contentType: "application/json")
            #expect(json.status == 400 && json.error == "invalid_request")
            #expect(try await server.count("oauthPushedRequest") == 0)
        }
    }

    @Test func aSignInIsMadeForWhatWasPushedWithoutThePersonSayingWhen() async throws {
        try await IdentityServer.run { (server) async throws in
            var person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server)
            server.time.advance(seconds: 60)
            let query = try await Self.pushed(program, ["prompt": "login", "scope": "openid"])
            for forged in [query, query + "&paraph_asked=1"] { #expect(try await program.question(forged, by: person).step == .signIn) }
            let challenge = try await server.challenge(person)
            person.token = try #require(try await server.answer(challenge, by: person, person.genuine(1)).session?.token)
            #expect(try await program.decide(person, query)["code"] != nil)
        }
    }
}
