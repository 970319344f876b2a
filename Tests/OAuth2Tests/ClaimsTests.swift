import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What clients ask for claim by claim (OpenID Connect Core 1.0, section 5.5), and the scopes `address` and `phone`; row C7 of the table in
/// notes/identity.md, section 1.3.
@Suite struct ClaimsTests {
    private static func query(_ program: OAuthProgram, _ claims: String?, scope: String = "openid", _ changes: [String: String?] = [:])
        -> String
    {
        program.query(["scope": scope, "claims": claims].merging(changes) { $1 })
    }

    /// A person with a number and a place.
    private static func person(_ server: IdentityServer) async throws -> TestPerson {
        let place = RegistrationPlace(latitude: 1, longitude: 2, country: "France", city: "Lyon")
        return try await server.register(place: place)
    }

    @Test func whatIsAskedForIsReadByThePersonAndToldWhereItWasWanted() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let claims = """
                {"userinfo":{"email":{"essential":true},"picture":null,"email_verified":null},
                "id_token":{"name":null,"auth_time":{"essential":true}}}
                """
            let query = Self.query(program, claims)
            let question = try await program.question(query, by: person)
            #expect(question.scopes == ["email", "openid", "profile"] && question.rights.contains("see your e-mail address"))
            let answer = try await program.redeem(try #require(try await program.decide(person, query)["code"]))
            #expect(answer.members["scope"] == "openid", "the token opens no more than before")
            let token = try await program.claims(answer.members["id_token"])
            #expect(token.claims.name != nil && token.claims.email == nil && token.authenticatedAt > 0)
            let told = try await program.userInfo(answer.members["access_token"]).members
            #expect(Set(told.keys) == ["sub", "email", "email_verified"] && told["email"] == person.email)
            let again = try await program.refresh(try #require(answer.members["refresh_token"]))
            #expect(try await program.userInfo(again.members["access_token"]).members == told)
            // It was allowed for good, and nothing beyond it.
            #expect(try await program.question(query, by: person).step == .goOn)
            #expect(try await program.question(Self.query(program, #"{"userinfo":{"phone_number":null}}"#), by: person).step == .ask)
            let plain = try await program.redeem(try #require(try await program.decide(person, program.query(["scope": "openid"]))["code"]))
            #expect(
                try await program.userInfo(plain.members["access_token"]).members.keys.sorted() == ["sub"],
                "who did not ask is not told"
            )
        }
    }

    @Test func c7PhoneAndAddressAreWhatThePersonGaveAndNoNumberIsCalledProved() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, silent) = (try await Self.person(server), try await server.register("boris@example.org", seed: 9))
            var profile = try await server.call(IdentityEndpoints.me, token: silent.token).profile
            profile.phoneNumber = nil
            _ = try await server.call(IdentityEndpoints.updateMe, body: PersonUpdate(profile: profile), token: silent.token)
            let program = try await OAuthProgram.make(server)
            func info(_ person: TestPerson) async throws -> [String: String] {
                let code = try #require(try await program.decide(person, Self.query(program, nil, scope: "openid phone address"))["code"])
                return try await program.userInfo(try await program.redeem(code).members["access_token"]).members
            }
            let told = try await info(person)
            #expect(Set(told.keys) == ["sub", "phone_number", "phone_number_verified", "address"])
            #expect(told["phone_number"] == "+33123456789" && ["0", "false"].contains(told["phone_number_verified"]))
            #expect(told["address"]?.contains("Lyon") == true && told["address"]?.contains("France") == true)
            #expect(try await info(silent).keys.sorted() == ["sub"], "what was not given is left out")
        }
    }

    @Test func whatCannotBeReadOrBeMetIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            for (claims, error) in [
                ("x", "invalid_request"), ("[]", "invalid_request"), (#"{"userinfo":[]}"#, "invalid_request"),
                (#"{"id_token":{"acr":{"essential":"yes"}}}"#, "invalid_request"), (#"{"userinfo":{"email":"x"}}"#, "invalid_request"),
                (#"{"userinfo":{"\#(String(repeating: "x", count: 2000))":null}}"#, "invalid_request"),
                (#"{"id_token":{"acr":{"essential":true,"values":["urn:x"]}}}"#, "unmet_authentication_requirements"),
                (#"{"id_token":{"acr":{"essential":true,"value":"urn:x"}}}"#, "unmet_authentication_requirements"),
            ] {
                let location = try #require(try await program.question(Self.query(program, claims), by: person).location, "\(claims)")
                #expect(try OAuthProgram.parameters(of: location)["error"] == error, "\(claims)")
            }
            let outside = try await program.question(Self.query(program, "x", scope: "service"), by: person)
            #expect(outside.location == nil, "outside OpenID Connect the name means nothing")
            let voluntary = try await program.question(Self.query(program, #"{"id_token":{"acr":{"values":["urn:x"]}}}"#), by: person)
            #expect(voluntary.location == nil)
        }
    }

    @Test func anEssentialClassIsMetOrThereIsNoCode() async throws {
        try await IdentityServer.run { (server) async throws in
            var person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server)
            let claims = #"{"id_token":{"acr":{"essential":true,"values":["urn:x","\#(AuthenticationEvent.signatureClass)"]}}}"#
            let query = Self.query(program, claims)
            let question = try await program.question(query, by: person)
            #expect(question.step == .signIn)
            let silent = try await program.question(Self.query(program, claims, ["prompt": "none"]), by: person)
            #expect(try OAuthProgram.parameters(of: try #require(silent.location))["error"] == "login_required")
            // Another means than the client needs was used for just this request.
            let back = try #require(question.returnQuery)
            try await server.database.makeUpRows { [now = server.time.now(), id = person.id] tx in
                try tx.execute("UPDATE session SET createdAt = \(now), method = 'passkey' WHERE personId = \(id)")
            }
            let refused = try await program.decide(person, back)
            #expect(refused["error"] == "unmet_authentication_requirements" && refused["code"] == nil)
            let challenge = try await server.challenge(person)
            person.token = try #require(try await server.answer(challenge, by: person, person.genuine(1)).session?.token)
            let code = try #require(try await program.decide(person, query)["code"])
            #expect(
                try await program.claims(try await program.redeem(code).members["id_token"]).contextClass
                    == AuthenticationEvent.signatureClass
            )
        }
    }

    @Test func aSubjectThatIsNamedIsTheOneWhoIsMeant() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.register(), try await server.register("boris@example.org", seed: 9))
            let program = try await OAuthProgram.make(server)
            let first = try await program.redeem(try #require(try await program.decide(person, program.query(["scope": "openid"]))["code"]))
            let subject = try await program.claims(first.members["id_token"]).subject
            let query = Self.query(program, #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#)
            #expect(try await program.decide(person, query)["code"] != nil)
            #expect(try await program.decide(other, query)["error"] == "login_required")
            #expect(
                try await program.decide(person, Self.query(program, #"{"id_token":{"sub":{"value":"nobody"}}}"#))["error"]
                    == "login_required"
            )
        }
    }

    @Test func aPushedRequestKeepsNoWordAboutWhomItIsMeantFor() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let claims = """
                {"userinfo":{"email":{"value":"anna-secret@example.org"}},
                "id_token":{"acr":{"values":["\(AuthenticationEvent.passkeyClass)"]}}}
                """
            server.time.advance(seconds: 60)
            let pushed = try await program.push(["scope": "openid", "claims": claims])
            let query = OAuthProgram.form(["client_id": program.id, "request_uri": try #require(pushed.members["request_uri"])])
            #expect(try await server.everythingStored().firstRange(of: Array("anna-secret".utf8)) == nil)
            #expect(try await program.question(query, by: person).step == .signIn, "another class is wanted")
            let bad = try await program.push(["scope": "openid", "claims": "x"])
            #expect(bad.status == 400 && bad.error == "invalid_request")
        }
    }
}
