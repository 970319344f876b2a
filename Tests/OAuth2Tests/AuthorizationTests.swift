import HTTPTypes
import HummingbirdTesting
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// How a program asks a person, and what it is answered.
@Suite struct AuthorizationTests {
    @Test func whatAPersonAllowsOpensWhatWasAskedForAndNothingElse() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let question = try await program.question()
            #expect(question.clientName == "North Bank" && question.redirectHost == "bank.example" && question.location == nil)
            #expect(question.scopes == ["service"] && question.rights == ["see your <b>"])
            let back = try await program.decide(person)
            #expect(back["state"] == "s &=1" && back["iss"] == "http://localhost:8080" && back["x"] == "1" && back["error"] == nil)
            let answer = try await program.redeem(try #require(back["code"]))
            #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
            #expect(answer.members["token_type"] == "Bearer" && answer.members["expires_in"] == "3600")
            #expect(answer.members["scope"] == "service")
            let token = try #require(answer.members["access_token"])
            let principal = try #require(try await server.domain.authenticator.principal(token: token))
            #expect(principal.personID == person.id && principal.clientID == program.id && principal.scopes == [TokenScope("service")])
            #expect(principal.sessionID == nil)
            for endpoint in [IdentityEndpoints.me.path, IdentityEndpoints.activity.path, "/v1/consent"] {
                let refused = await problem { try await server.call(Endpoint<Nothing, Nothing, Nothing>("GET", endpoint), token: token) }
                #expect(refused?.code == "sessionRequired")
            }
        }
    }

    @Test func aRefusalGoesBackToTheProgram() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let back = try await OAuthProgram.make(server).decide(person, allow: false)
            #expect(back["error"] == "access_denied" && back["code"] == nil)
            #expect(back["state"] == "s &=1" && back["iss"] == "http://localhost:8080")
            #expect(try await server.count("oauthGrant") == 0)
        }
    }

    @Test func anAppCannotSayYesForThePerson() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let apps = AppAdministration(
                database: server.database,
                keys: server.keys,
                people: .identityAlone(server.keys),
                time: server.time
            )
            let app = try await apps.create(
                AppRegistration(name: "Store", bundleId: "com.example.store", email: "a@example.org", website: "https://example.org")
            )
            let end = server.time.now().adding(seconds: 600)
            let session = SessionRecord(
                personID: person.id,
                deviceID: nil,
                appID: app.id,
                kind: .person,
                scopes: [],
                createdAt: server.time.now(),
                expiresAt: end,
                endsAt: end
            )
            let token = try await server.database.write { try SessionStore.insert(session, permit: .administrator(), in: $0).text }
            let decision = AuthorizationDecision(query: program.query(), isAllowed: true)
            let refused = await problem { try await server.call(IdentityEndpoints.authorize, body: decision, token: token) }
            #expect(refused?.status == 403 && refused?.code == "ownSessionRequired")
            #expect(try await server.count("oauthGrant") == 0)
        }
    }

    @Test func nobodyAllowsAnythingWithoutASession() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let decision = AuthorizationDecision(query: program.query(), isAllowed: true)
            let stranger = await problem { try await server.call(IdentityEndpoints.authorize, body: decision) }
            #expect(stranger?.status == 401)
            let token = try await program.tokens(person).members["access_token"]
            let itself = await problem { try await server.call(IdentityEndpoints.authorize, body: decision, token: token) }
            #expect(itself?.code == "sessionRequired")
            // What another site makes the browser send carries no header of ours.
            let headers = ["Cookie": "paraph=\(person.token)", "Origin": "https://evil.example"]
            let forged = try await server.send(IdentityEndpoints.authorize, body: decision, headers: headers)
            #expect(forged.status == .forbidden)
        }
    }

    @Test(arguments: [
        "https://bank.example/cb", "https://bank.example/cb?x=1&y=2", "https://bank.example/cb?x=1#f", "https://bank.example:444/cb?x=1",
        "https://bank.example/cb?x=1/../", "https://evil.example/cb?x=1", "http://bank.example/cb?x=1", "http://127.0.0.1/other",
        "http://127.0.0.1:99999/cb", "http://127.0.0.1:80@evil.example/cb", "http://127.0.0.1.evil.example/cb", "http://127.0.0.2/cb",
        "http://localhost/cb", "https://ban\u{212A}.example/cb?x=1", "javascript:alert(1)", "",
    ])
    func anAddressThatIsNotTheProgramsIsNeverGoneTo(_ redirectURI: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let query = program.query(["redirect_uri": redirectURI])
            #expect(await problem { try await program.question(query) }?.code == "wrongRedirect")
            #expect(await problem { try await program.decide(person, query) }?.code == "wrongRedirect")
        }
    }

    @Test func onALoopbackAddressAnyPortWillDo() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            var program = try await OAuthProgram.make(server, isPublic: true)
            for port in ["", ":1", ":65535"] {
                program.redirectURI = "http://127.0.0.1\(port)/cb"
                let code = try #require(try await program.decide(person)["code"])
                #expect(try await program.redeem(code, ["redirect_uri": "http://127.0.0.1:7/cb"]).error == "invalid_grant")
                #expect(try await program.redeem(code).status == 200)
            }
        }
    }

    @Test func aProgramThatIsUnknownOrDisabledIsToldToThePersonOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let administration = ClientAdministration(database: server.database, time: server.time)
            let long = String(repeating: "a", count: 5000)
            for (query, code) in [
                (program.query(["client_id": nil]), "unknownClient"), (program.query(["client_id": "x\u{0}"]), "unknownClient"),
                (program.query(["client_id": "' OR 1=1 --"]), "unknownClient"), (program.query() + "&client_id=x", "badAuthorization"),
                (program.query() + "&redirect_uri=x", "badAuthorization"), (program.query(["state": long]), "badAuthorization"),
                ("%", "badAuthorization"), ("", "unknownClient"),
            ] {
                #expect(await problem { try await program.question(query) }?.code == code, "\(query.prefix(80))")
            }
            _ = try await administration.setDisabled(true, id: program.id)
            #expect(await problem { try await program.question() }?.code == "unknownClient")
            _ = try await administration.setDisabled(false, id: program.id)
            #expect(try await program.question().clientName == "North Bank")
        }
    }

    static let wrong: [([String: String?], String)] = [
        (["code_challenge": nil], "invalid_request"), (["code_challenge_method": nil], "invalid_request"),
        (["code_challenge_method": "plain"], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
        (["code_challenge": String(repeating: "!", count: 43)], "invalid_request"), (["response_type": nil], "invalid_request"),
        (["response_type": "token"], "unsupported_response_type"), (["response_type": "code id_token"], "unsupported_response_type"),
        (["response_mode": "fragment"], "invalid_request"), (["scope": "service admin"], "invalid_scope"),
        (["scope": "credential"], "invalid_scope"), (["scope": " "], "invalid_scope"), (["request": "x"], "request_not_supported"),
        (["request_uri": "https://x"], "request_uri_not_supported"),
    ]

    @Test(arguments: wrong)
    func whatCannotBeGrantedGoesBackWithTheStateAndIsNeverAsked(_ changes: [String: String?], _ error: String) async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let query = program.query(changes)
            let location = try #require(try await program.question(query).location)
            #expect(location.hasPrefix("https://bank.example/cb?x=1&error="))
            let back = try OAuthProgram.parameters(of: location)
            #expect(back["error"] == error && back["state"] == "s &=1" && back["iss"] == "http://localhost:8080")
            let decided = try await program.decide(person, query)
            #expect(decided["code"] == nil && decided["error"] == error)
        }
    }

    @Test func noScopeMeansTheServiceAndUnknownParametersAreIgnored() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let query = program.query(["scope": nil, "lang": "fr", "user_id": "someone", "approved": "1"])
            #expect(try await program.question(query).scopes == ["service"])
            let repeated = try await program.question(program.query() + "&state=other")
            #expect(try OAuthProgram.parameters(of: try #require(repeated.location))["error"] == "invalid_request")
        }
    }
}
