import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What programs are given for a code or a refresh token, and what they are not.
@Suite struct TokenTests {
    @Test func aCodeGoesWithItsProgramItsAddressAndItsVerifier() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let other = try await OAuthProgram.make(server)
            let code = try #require(try await program.decide(person)["code"])
            for changes in [
                ["redirect_uri": "http://127.0.0.1/cb"], ["code_verifier": program.verifier + "x"], ["code_verifier": program.challenge],
                ["code": "x"], ["code_verifier": "short"],
            ] {
                #expect(try await program.redeem(code, changes).error == "invalid_grant")
            }
            for missing in ["redirect_uri", "code_verifier", "code"] {
                #expect(try await program.redeem(code, [missing: ""]).error == "invalid_request")
            }
            #expect(try await other.redeem(code).error == "invalid_grant")
            #expect(try await program.redeem(code).status == 200, "what others tried cost nothing")
        }
    }

    @Test func aCodeIsGoodForAMinute() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let first = try #require(try await program.decide(person)["code"])
            let second = try #require(try await program.decide(person)["code"])
            server.time.advance(seconds: 59)
            #expect(try await program.redeem(first).status == 200)
            server.time.advance(seconds: 1)
            #expect(try await program.redeem(second).error == "invalid_grant")
        }
    }

    @Test(arguments: [0, 30, 3000])
    func aCodeThatComesAgainEndsWhatTheFirstBrought(_ seconds: Int64) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try #require(try await program.decide(person)["code"])
            let first = try await program.redeem(code).members
            server.time.advance(seconds: seconds)
            #expect(try await program.opens(first["access_token"]))
            #expect(try await program.redeem(code).error == "invalid_grant")
            #expect(try await !program.opens(first["access_token"]))
            #expect(try await program.refresh(try #require(first["refresh_token"])).error == "invalid_grant")
        }
    }

    @Test func whoHasAUsedCodeAndNoVerifierCannotEndWhatItBrought() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server, isPublic: true)
            let code = try #require(try await program.decide(person)["code"])
            let first = try await program.redeem(code).members
            for changes in [["code_verifier": program.verifier + "x"], ["redirect_uri": "http://127.0.0.1/cb"]] {
                #expect(try await program.redeem(code, changes).error == "invalid_grant")
            }
            #expect(try await program.opens(first["access_token"]))
        }
    }

    @Test func twentyRedemptionsAtOnceLeaveOneAtMost() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try #require(try await program.decide(person)["code"])
            let issued = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { try await program.redeem(code).status == 200 } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(issued == 1)
            #expect(try await server.count("oauthGrant") == 0, "those that came again ended it")
        }
    }

    @Test func aStorageThatFailsIsToldInOAuthsForm() async throws {
        try await IdentityServer.run { (server) async throws in
            let node = server.node(0)
            let program = try await OAuthProgram.make(node)
            await server.database.close()
            for path in ["/oauth2/token", "/oauth2/revoke"] {
                let answer = try await program.post(path, ["grant_type": "refresh_token", "refresh_token": "x", "token": "x"])
                #expect(answer.status == 503 && answer.error == "temporarily_unavailable")
                #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.retryAfter] != nil)
            }
        }
    }

    @Test func aProgramWithASecretKeepsItsRefreshToken() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let first = try await program.tokens(person).members
            let refresh = try #require(first["refresh_token"])
            for _ in 0..<2 {
                server.time.advance(seconds: 20 * 86_400)
                let next = try await program.refresh(refresh).members
                #expect(next["refresh_token"] == refresh && next["access_token"] != first["access_token"], "an answer may get lost")
                #expect(try await program.opens(next["access_token"]))
            }
            #expect(try await server.count("oauthRefreshToken") == 1)
            let other = try await OAuthProgram.make(server)
            #expect(try await other.refresh(refresh).error == "invalid_grant")
        }
    }

    @Test func aPublicRefreshTokenIsGoodOnceAndItsFamilyEndsWhenItComesAgain() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server, isPublic: true)
            let first = try await program.tokens(person).members
            let second = try await program.refresh(try #require(first["refresh_token"])).members
            #expect(second["refresh_token"] != first["refresh_token"] && second["access_token"] != first["access_token"])
            let third = try await program.refresh(try #require(second["refresh_token"])).members
            #expect(try await program.opens(third["access_token"]))
            #expect(try await program.refresh(try #require(first["refresh_token"])).error == "invalid_grant")
            for token in [first, second, third].map({ $0["access_token"] }) { #expect(try await !program.opens(token)) }
            #expect(try await program.refresh(try #require(third["refresh_token"])).error == "invalid_grant")
        }
    }

    @Test func tokensEndInTime() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let day: Int64 = 86_400
            var last = try await program.tokens(person).members
            let unused = try await program.tokens(person).members
            server.time.advance(seconds: 3600)
            #expect(try await !program.opens(last["access_token"]))
            for _ in 0..<3 {
                server.time.advance(seconds: 29 * day)
                last = try await program.refresh(try #require(last["refresh_token"])).members
                #expect(last["expires_in"] == "3600")
            }
            #expect(try await program.refresh(try #require(unused["refresh_token"])).error == "invalid_grant", "30 days without use")
            server.time.advance(seconds: 3 * day)
            #expect(try await program.refresh(try #require(last["refresh_token"])).error == "invalid_grant", "90 days in all")
            let sweep = IdentitySweep(environment: server.domain.environment)
            _ = try await sweep.turn()
            #expect(try await server.count("oauthGrant") == 0)
            #expect(try await server.count("oauthRefreshToken") == 0)
        }
    }

    @Test func onlyProgramsThatWereRegisteredForItGetRefreshTokens() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server, grants: ["authorization_code"])
            let tokens = try await program.tokens(person).members
            #expect(tokens["refresh_token"] == nil)
            #expect(try await program.refresh("x").error == "unauthorized_client")
            let wide = try await OAuthProgram.make(server)
            let refresh = try #require(try await wide.tokens(person).members["refresh_token"])
            let parameters = ["grant_type": "refresh_token", "refresh_token": refresh, "scope": "admin"]
            #expect(try await wide.post("/oauth2/token", parameters).error == "invalid_scope")
            #expect(try await wide.refresh(refresh).status == 200)
        }
    }

    @Test func aProgramMustProveItself() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let open = try await OAuthProgram.make(server, isPublic: true)
            let code = try #require(try await program.decide(person)["code"])
            let secret = try #require(program.secret)
            let form = program.exchange(code)
            func post(_ more: [String: String], _ header: String? = nil) async throws -> OAuthProgram.Answer {
                var headers = HTTPFields()
                headers[.authorization] = header
                return try await program.send(body: OAuthProgram.form(form.merging(more) { $1 }), headers: headers)
            }
            func basic(_ text: String) -> String { "Basic \(Data(text.utf8).base64EncodedString())" }
            for answer in [
                try await post(["client_id": program.id]), try await post(["client_id": program.id, "client_secret": "x"]),
                try await post(["client_id": "nobody", "client_secret": secret]), try await post([:], basic("\(program.id):x")),
                try await post([:], basic(program.id)), try await post([:], "Basic !"), try await post([:], "Bearer \(secret)"),
                try await post([:], basic("\(program.id):%")), try await post(["client_id": open.id, "client_secret": secret]),
                try await post(["client_id": "other"], basic("\(program.id):\(secret)")),
            ] {
                #expect(answer.status == 401 && answer.error == "invalid_client")
                #expect(answer.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true && answer.headers[.cacheControl] == "no-store")
            }
            #expect(try await post([:]).error == "invalid_request")
            let twice = try await post(["client_id": program.id, "client_secret": secret], basic("\(program.id):\(secret)"))
            #expect(twice.error == "invalid_request")
            #expect(try await post(["client_id": program.id, "client_secret": secret]).status == 200)
        }
    }

    @Test func whatIsNoRequestIsRefusedInOAuthsForm() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let secret = try #require(program.secret)
            let proof = "client_id=\(program.id)&client_secret=\(secret)"
            for (body, type, status, error) in [
                ("{}", "application/json", 400, "invalid_request"), ("", OAuthProgram.formType, 400, "invalid_request"),
                ("\(proof)&code=%", OAuthProgram.formType, 400, "invalid_request"),
                ("\(proof)&code=%FF", OAuthProgram.formType, 400, "invalid_request"),
                (proof, OAuthProgram.formType, 400, "invalid_request"),
                ("\(proof)&grant_type=password&username=a&password=b", OAuthProgram.formType, 400, "unsupported_grant_type"),
                ("\(proof)&grant_type=refresh_token&grant_type=refresh_token", OAuthProgram.formType, 400, "invalid_request"),
                ("\(proof)&grant_type=refresh_token&refresh_token=%00", OAuthProgram.formType, 400, "invalid_grant"),
                ("\(proof)&x=\(String(repeating: "a", count: 20_000))", OAuthProgram.formType, 413, "invalid_request"),
            ] {
                let answer = try await program.send(body: body, contentType: type)
                #expect(answer.status == status && answer.error == error, "\(body.suffix(40))")
                #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[.contentType]?.hasPrefix("application/json") == true)
                let description = try #require(answer.members["error_description"])
                #expect(description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C })
            }
        }
    }
}
