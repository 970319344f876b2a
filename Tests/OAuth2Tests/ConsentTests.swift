import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What is remembered of what a person allowed, and when they are asked, sign in again or neither; row C5 of notes/identity.md, section 1.3.
@Suite struct ConsentTests {
    private static let openid = ["scope": "openid"] as [String: String?]

    /// What a browser of a person is told of a request: the step, or the error that it takes back.
    private static func told(_ program: OAuthProgram, _ changes: [String: String?], by person: TestPerson?) async throws -> String? {
        let question = try await program.question(program.query(openid.merging(changes) { $1 }), by: person)
        guard let location = question.location else { return question.step.rawValue }
        return try OAuthProgram.parameters(of: location)["error"]
    }

    @Test func whatWasAllowedIsNotAskedForAgainUntilThePersonEndsIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let (program, another) = (try await OAuthProgram.make(server), try await OAuthProgram.make(server))
            #expect(try await Self.told(program, [:], by: person) == "ask")
            #expect(try await Self.told(program, ["prompt": "none"], by: person) == "consent_required")
            _ = try await program.redeem(try #require(try await program.decide(person, program.query(Self.openid))["code"]))
            #expect(try await Self.told(program, [:], by: person) == "goOn")
            #expect(try await Self.told(program, ["prompt": "none"], by: person) == "goOn")
            #expect(try await Self.told(program, ["scope": "openid email"], by: person) == "ask", "more was not allowed")
            #expect(try await Self.told(program, ["prompt": "consent"], by: person) == "ask")
            #expect(try await Self.told(another, [:], by: person) == "ask", "nor to anybody else")
            let code = try await program.decide(person, program.query(Self.openid), isRemembered: true)["code"]
            #expect(try await program.redeem(try #require(code)).status == 200)
            let mails = server.mails.all(to: person.email).count
            _ = try await program.decide(person, program.query(Self.openid), isRemembered: true)
            #expect(server.mails.all(to: person.email).count == mails, "a mail tells of the first time")
            // What was allowed one by one is remembered together.
            _ = try await program.decide(person, program.query(["scope": "openid email"]))
            _ = try await program.decide(person, program.query(["scope": "openid profile"]))
            #expect(try await Self.told(program, ["scope": "openid email profile"], by: person) == "goOn")
            _ = try await server.call(IdentityEndpoints.endAccess, program.id, token: person.token)
            #expect(try await Self.told(program, [:], by: person) == "ask")
            let late = try await program.decide(person, program.query(Self.openid), isRemembered: true)
            #expect(late["code"] == nil && late["client_id"] == program.id, "the page asks again")
        }
    }

    @Test func whatIsRememberedIsSeenWithoutAnyTokenAndEndsByItself() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server, grants: ["authorization_code"])
            _ = try await program.tokens(person)
            server.time.advance(seconds: 7200)
            _ = try await IdentitySweep(environment: server.domain.environment).turn()
            #expect(try await server.count("oauthGrant") == 0)
            let access = try #require(try await server.call(IdentityEndpoints.accesses, token: person.token).items.first)
            #expect(access.clientId == program.id && access.scopes == ["service"])
            #expect(access.expiresAt == access.lastUsedAt.adding(seconds: ClientConsent.lifetime))
            let end = access.expiresAt
            let past = try await server.database.read { try ClientConsentStore.all(of: person.id, at: end, in: $0).count }
            #expect(past == 0)
            server.time.advance(seconds: ClientConsent.lifetime)
            _ = try await IdentitySweep(environment: server.domain.environment).turn()
            #expect(try await server.count("oauthConsent") == 0)
        }
    }

    @Test func aClientThatIsDisabledGivesItsTokensBackOrHasThemStolenAsksAnew() async throws {
        for end in ["disabled", "revoked", "stolen", "closed"] {
            try await IdentityServer.run { (server) async throws in
                let person = try await server.register()
                let program = try await OAuthProgram.make(server)
                let code = try #require(try await program.decide(person)["code"])
                let tokens = try await program.redeem(code).members
                let administration = ClientAdministration(database: server.database, time: server.time)
                switch end {
                case "disabled": _ = try await administration.setDisabled(true, id: program.id)
                case "revoked": _ = try await program.post("/oauth2/revoke", ["token": try #require(tokens["refresh_token"])])
                case "stolen": _ = try await program.redeem(code)
                default: try await PersonAdministration(server.domain).setDisabled(true, person: person.id)
                }
                #expect(try await server.count("oauthConsent") == 0, "\(end)")
            }
        }
    }

    @Test func c5NobodyIsAskedWhereTheClientDoesNotWantIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            #expect(try await Self.told(program, ["prompt": "none"], by: nil) == "login_required")
            #expect(try await Self.told(program, [:], by: nil) == "signIn")
            for prompt in ["none login", "none consent", "now", "NONE"] {
                #expect(try await Self.told(program, ["prompt": prompt], by: person) == "invalid_request", "\(prompt)")
            }
            let refused = try await program.decide(person, program.query(["scope": "openid", "prompt": "none"]))
            #expect(refused["error"] == "consent_required" && refused["state"] == "s &=1")
        }
    }

    /// What any program of the device could ask for in this client's name is asked each time (RFC 8252, section 8.6).
    @Test func aProgramThatAnyOtherCouldPretendToBeAsksEachTime() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            var program = try await OAuthProgram.make(server, isPublic: true)
            for (address, step) in [("http://127.0.0.1/cb", "ask"), ("https://bank.example/cb?x=1", "goOn")] {
                program.redirectURI = address
                _ = try await program.decide(person, program.query(Self.openid))
                #expect(try await Self.told(program, [:], by: person) == step)
            }
        }
    }

    @Test func c5TheSignInIsMadeAnewWhereTheClientWantsIt() async throws {
        try await IdentityServer.run { (server) async throws in
            var person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server)
            server.time.advance(seconds: 600)
            for (changes, step) in [
                (["max_age": "599"], "signIn"), (["max_age": "600"], "ask"), (["max_age": "0"], "signIn"), (["prompt": "login"], "signIn"),
                (["prompt": "select_account"], "signIn"), (["prompt": "login consent"], "signIn"), (["max_age": "x"], "invalid_request"),
                (["max_age": "-1"], "invalid_request"), (["acr_values": AuthenticationEvent.signatureClass], "signIn"),
                (["prompt": "none", "max_age": "599"], "login_required"),
            ] as [([String: String?], String)] {
                #expect(try await Self.told(program, changes, by: person) == step, "\(changes)")
            }
            let wish: [String: String?] = ["scope": "openid", "prompt": "login", "acr_values": AuthenticationEvent.signatureClass]
            let query = program.query(wish)
            let back = try #require(try await program.question(query, by: person).returnQuery)
            #expect(back.hasPrefix(query) && back != query)
            let early = try await program.decide(person, query)
            #expect(early["code"] == nil && early["client_id"] == program.id, "the page looks again, and has them sign in")
            #expect(try await program.question(back, by: person).step == .signIn, "to come back is not enough")
            server.time.advance(seconds: 60)
            let challenge = try await server.challenge(person)
            person.token = try #require(try await server.answer(challenge, by: person, person.genuine(1)).session?.token)
            #expect(try await program.question(back, by: person).step == .ask)
            server.time.advance(seconds: 30)
            let code = try #require(try await program.decide(person, back)["code"])
            let claims = try await program.claims(try await program.redeem(code).members["id_token"])
            #expect(claims.authenticatedAt == server.time.now().milliseconds / 1000 - 30)
            #expect(claims.contextClass == AuthenticationEvent.signatureClass)
            #expect(try await Self.told(program, ["prompt": "login"], by: person) == "signIn", "each time anew")
            let forged = program.query(wish.merging(["paraph_asked": "99999999999999"]) { $1 })
            #expect(try await program.question(forged, by: person).step == .signIn, "nobody came later than now")
        }
    }

    @Test func c5WishesThatNobodyNeedFulfilChangeNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            for changes in [
                ["display": "popup"], ["ui_locales": "de fr"], ["claims_locales": "de"], ["login_hint": "somebody@example.org"], ["x": "y"],
                ["acr_values": "urn:x"],
            ] as [[String: String?]] {
                let query = program.query(Self.openid.merging(changes) { $1 })
                let question = try await program.question(query, by: person)
                #expect(question.location == nil, "\(changes)")
            }
        }
    }

    @Test func c5AHintNamesWhoIsMeant() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.register(), try await server.register("boris@example.org", seed: 9))
            let (program, another) = (try await OAuthProgram.make(server), try await OAuthProgram.make(server))
            func token(_ program: OAuthProgram, _ person: TestPerson) async throws -> String? {
                let code = try #require(try await program.decide(person, program.query(Self.openid))["code"])
                return try await program.redeem(code).members["id_token"]
            }
            let hint = try await token(program, person)
            _ = try await token(program, other)
            #expect(try await Self.told(program, ["id_token_hint": hint], by: person) == "goOn")
            #expect(try await Self.told(program, ["id_token_hint": hint], by: other) == "login_required")
            let refused = try await program.decide(other, program.query(["scope": "openid", "id_token_hint": hint]))
            #expect(refused["error"] == "login_required")
            for wrong in [try await token(another, person), "x.y.z", hint.map { $0 + "A" }] {
                #expect(try await Self.told(program, ["id_token_hint": wrong], by: person) == "invalid_request")
            }
        }
    }
}
