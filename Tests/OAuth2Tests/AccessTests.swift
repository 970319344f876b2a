import Foundation
import HummingbirdTesting
import NIOCore
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What people allowed programs, and everything that ends it.
@Suite struct AccessTests {
    @Test func aPersonSeesWhatTheyAllowedAndEndsIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let other = try await server.register("boris@example.org", seed: 9)
            let program = try await OAuthProgram.make(server)
            let tokens = try await program.tokens(person).members
            let listed = try await server.call(IdentityEndpoints.accesses, token: person.token).items
            let access = try #require(listed.first)
            #expect(listed.count == 1 && access.clientName == "North Bank" && access.clientId == program.id && access.scopes == ["service"])
            #expect(try await server.call(IdentityEndpoints.accesses, token: other.token).items == [])
            let stranger = await problem { try await server.call(IdentityEndpoints.endAccess, access.id, token: other.token) }
            #expect(stranger?.status == 404)
            #expect(try await program.opens(tokens["access_token"]))
            _ = try await server.call(IdentityEndpoints.endAccess, access.id, token: person.token)
            #expect(try await !program.opens(tokens["access_token"]))
            #expect(try await program.refresh(try #require(tokens["refresh_token"])).error == "invalid_grant")
            #expect(try await server.call(IdentityEndpoints.accesses, token: person.token).items == [])
            let kinds = try await server.call(IdentityEndpoints.activity, token: person.token).items.prefix(2)
            #expect(kinds.map(\.kind) == ["clientEnded", "clientAllowed"] && kinds.allSatisfy { $0.appName == "North Bank" })
        }
    }

    /// Asks a person for a signature.
    private static func ask(_ person: TestPerson, _ program: OAuthProgram, _ server: IdentityServer) async throws {
        let question = ClientRequests.Question(description: "lease.pdf", digests: [.init(repeating: 1, count: 32)], credential: "key")
        let principal = Principal(personID: person.id, credential: .token(id: "x"), scopes: [TokenScope("service")], clientID: program.id)
        _ = try await server.domain.requests.ask(question, as: principal)
    }

    @Test func aDisabledProgramAsksNobodyAnythingMore() async throws {
        try await IdentityServer.run { (server) async throws in
            let people = [try await server.enrolledPerson(), try await server.enrolledPerson("boris@example.org", seed: 9)]
            let (program, another) = (try await OAuthProgram.make(server), try await OAuthProgram.make(server))
            for person in people { try await Self.ask(person, program, server) }
            try await Self.ask(people[0], another, server)
            let id = try #require(try await server.call(IdentityEndpoints.clientRequests, token: people[1].token).items.first?.id)
            let administration = ClientAdministration(database: server.database, time: server.time)
            _ = try await administration.setDisabled(true, id: program.id)
            var pending: [Int] = []
            for person in people {
                pending.append(try await server.call(IdentityEndpoints.clientRequests, token: person.token).items.count)
            }
            #expect(pending == [1, 0], "what another program asks stays")
            let challenge = await problem { try await server.challenge(people[1], .answerRequest, subject: id) }
            #expect(challenge != nil, "it takes no answer")
            let late = await problem { try await Self.ask(people[1], program, server) }
            #expect(late?.status == 401, "a token that was looked at before opens nothing more")
        }
    }

    @Test func aProgramThatGivesItsLastTokensBackAsksNothingMore() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server)
            var tokens: [String] = []
            for _ in 0..<2 { tokens.append(try #require(try await program.tokens(person).members["refresh_token"])) }
            try await Self.ask(person, program, server)
            var pending: [Int] = []
            for token in tokens {
                _ = try await program.post("/oauth2/revoke", ["token": token])
                pending.append(try await server.call(IdentityEndpoints.clientRequests, token: person.token).items.count)
            }
            #expect(pending == [1, 0])
        }
    }

    @Test func theEndOfAProgramIsTheEndOfAllThatItHasAndAsks() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 9)
            let program = try await OAuthProgram.make(server)
            let another = try await OAuthProgram.make(server)
            var tokens: [String?] = []
            for asked in [program, another, program] {
                tokens.append(try await asked.tokens(person).members["access_token"])
                server.time.advance(seconds: 1)
            }
            let others = try await program.tokens(other).members["access_token"]
            for (asked, by) in [(person, program), (person, another), (other, program)] { try await Self.ask(asked, by, server) }
            let listed = try await server.call(IdentityEndpoints.accesses, token: person.token).items
            #expect(listed.map(\.clientId) == [program.id, another.id], "each once, the newest first")
            _ = try await server.call(IdentityEndpoints.endAccess, try #require(listed.first).id, token: person.token)
            var open: [Bool] = []
            for token in tokens + [others] { open.append(try await program.opens(token)) }
            #expect(open == [false, true, false, true])
            #expect(try await server.call(IdentityEndpoints.accesses, token: person.token).items.map(\.clientId) == [another.id])
            let rows = try await server.rows("SELECT client, status FROM clientRequest WHERE personId = \(person.id) ORDER BY status")
            let states = try rows.map { "\(try $0.get("client", as: String.self)) \(try $0.get("status", as: String.self))" }
            #expect(states == ["client:\(program.id) declined", "client:\(another.id) pending"])
            #expect(try await server.call(IdentityEndpoints.clientRequests, token: other.token).items.count == 1)
        }
    }

    @Test func theEndOfAProgramTakesBackWhatWasApproved() async throws {
        for revokes in [false, true] {
            try await IdentityServer.run { (server) async throws in
                let person = try await server.enrolledPerson()
                let program = try await OAuthProgram.make(server)
                let refresh = try #require(try await program.tokens(person).members["refresh_token"])
                try await Self.ask(person, program, server)
                let request = try #require(try await server.call(IdentityEndpoints.clientRequests, token: person.token).items.first)
                let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
                let answer = try await server.answer(challenge, by: person, person.genuine(1)) {
                    $0.dig = request.digests.map(\.text).joined(separator: " ")
                    $0.dsc = request.description
                }
                #expect(answer.outcome == .accepted)
                if revokes {
                    _ = try await program.post("/oauth2/revoke", ["token": refresh])
                } else {
                    let access = try #require(try await server.call(IdentityEndpoints.accesses, token: person.token).items.first)
                    _ = try await server.call(IdentityEndpoints.endAccess, access.id, token: person.token)
                }
                let principal = Principal(
                    personID: person.id,
                    credential: .token(id: "x"),
                    scopes: [TokenScope("service")],
                    clientID: program.id
                )
                let outcome = try await server.database.read { try server.domain.requests.outcome(of: request.id, for: principal, in: $0) }
                #expect(outcome == .declined)
            }
        }
    }

    @Test func aProgramRevokesItsOwnTokensOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let other = try await OAuthProgram.make(server)
            let tokens = try await program.tokens(person).members
            let access = try #require(tokens["access_token"])
            let refresh = try #require(tokens["refresh_token"])
            for token in [access, refresh, "unknown", person.token] {
                #expect(try await other.post("/oauth2/revoke", ["token": token]).status == 200)
            }
            #expect(try await server.call(IdentityEndpoints.me, token: person.token).id == person.id, "a session is no token of a program")
            #expect(try await program.opens(access))
            #expect(try await program.post("/oauth2/revoke", ["token": access, "token_type_hint": "refresh_token"]).status == 200)
            #expect(try await !program.opens(access))
            let next = try await program.refresh(refresh).members
            #expect(try await program.post("/oauth2/revoke", ["token": try #require(next["refresh_token"])]).status == 200)
            #expect(try await !program.opens(next["access_token"]))
            #expect(try await server.count("oauthGrant") == 0)
            let last = try await server.call(IdentityEndpoints.activity, token: person.token).items.first
            #expect(last?.kind == "clientEnded" && last?.appName == "North Bank")
            #expect(try await program.post("/oauth2/revoke", [:]).error == "invalid_request")
            let nobody = OAuthProgram(server: server, id: "x", secret: "y")
            #expect(try await nobody.post("/oauth2/revoke", ["token": access]).status == 401)
        }
    }

    @Test func theLastTokenOfAProgramWithoutRefreshTokensTakesTheAccessAlong() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server, grants: ["authorization_code"])
            let token = try #require(try await program.tokens(person).members["access_token"])
            _ = try await program.post("/oauth2/revoke", ["token": token])
            #expect(try await server.call(IdentityEndpoints.accesses, token: person.token).items == [])
        }
    }

    @Test func aDisabledProgramIsOutAtOnceAndComesBackWithNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let tokens = try await program.tokens(person).members
            let code = try #require(try await program.decide(person)["code"])
            let administration = ClientAdministration(database: server.database, time: server.time)
            #expect(try await administration.setDisabled(true, id: program.id).disabled)
            #expect(try await !program.opens(tokens["access_token"]))
            let ended = try await server.call(IdentityEndpoints.activity, token: person.token).items.filter { $0.kind == "clientEnded" }
            #expect(ended.map(\.appName) == ["North Bank"], "once, whatever they allowed it")
            #expect(try await program.redeem(code).error == "invalid_client")
            _ = try await administration.setDisabled(false, id: program.id)
            #expect(try await !program.opens(tokens["access_token"]))
            #expect(try await program.redeem(code).error == "invalid_grant")
            #expect(try await program.refresh(try #require(tokens["refresh_token"])).error == "invalid_grant")
            #expect(try await program.tokens(person).status == 200)
            await #expect(throws: Problem.self) { _ = try await administration.setDisabled(true, id: "nobody") }
        }
    }

    @Test func aClosedAccountGivesProgramsNothing() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let tokens = try await program.tokens(person).members
            let code = try #require(try await program.decide(person)["code"])
            let people = PersonAdministration(server.domain)
            try await people.setDisabled(true, person: person.id)
            let refresh = try #require(tokens["refresh_token"])
            #expect(try await !program.opens(tokens["access_token"]))
            #expect(try await program.redeem(code).error == "invalid_grant")
            #expect(try await program.refresh(refresh).error == "invalid_grant")
            try await people.setDisabled(false, person: person.id)
            #expect(try await !program.opens(tokens["access_token"]))
            #expect(try await program.refresh(refresh).error == "invalid_grant")
        }
    }

    @Test func whatWasAllowedGoesWithTheAccountAndStandsInItsExport() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let tokens = try await program.tokens(person).members
            let approved = try await server.approvedByMail(to: person.email, token: person.token, .exportData)
            let export = try await server.send(IdentityEndpoints.exportMe, body: approved, token: person.token)
            let text = String(buffer: export.body)
            #expect(text.contains(#""accesses":[{"#) && text.contains(program.id) && text.contains("North Bank"))
            try await PersonAdministration(server.domain).deletePerson(person.id)
            #expect(try await !program.opens(tokens["access_token"]))
            for table: SQL in ["oauthGrant", "oauthCode", "oauthRefreshToken", "session"] { #expect(try await server.count(table) == 0) }
            #expect(try await server.count("oauthClient") == 1)
        }
    }

    @Test func aRestoreEndsWhatProgramsHold() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let tokens = try await program.tokens(person).members
            _ = try await server.database.makeUpRows { [now = server.time.now()] tx in
                try IdentityDomain.finish(.test([], backupAt: now, keys: server.keys, domains: [IdentityDomain.self]), in: tx).erased
            }
            #expect(try await !program.opens(tokens["access_token"]))
            #expect(try await program.refresh(try #require(tokens["refresh_token"])).error == "invalid_grant")
        }
    }

    @Test func secretsAreKeptAsHashesOnly() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try #require(try await program.decide(person)["code"])
            let tokens = try await program.redeem(code).members
            let stored = String(decoding: try await server.everythingStored(), as: UTF8.self)
            #expect(stored.contains(program.id))
            let secrets = [code, program.secret, tokens["access_token"], tokens["refresh_token"], program.verifier]
            for secret in secrets { #expect(!stored.contains(try #require(secret))) }
        }
    }

    @Test func theLedgerTellsWhatBecameOfAPermission() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try #require(try await program.decide(person)["code"])
            _ = try await program.redeem(code)
            _ = try await program.redeem(code)
            let tokens = try await program.tokens(person).members
            _ = try await program.post("/oauth2/revoke", ["token": try #require(tokens["refresh_token"])])
            _ = try await ClientAdministration(database: server.database, time: server.time).setDisabled(true, id: program.id)
            let rows = try await server.rows("SELECT * FROM auditLedger ORDER BY sequence")
            let entries = try rows.map { "\(try $0.get("action", as: String.self)) \(try $0.get("actor", as: String.self))" }
                .filter { $0.hasPrefix("client") }
            #expect(
                entries == [
                    "clientCreated administrator", "clientAllowed \(person.id)", "clientTokenIssued \(program.id)",
                    "clientTokenReused \(program.id)", "clientAllowed \(person.id)", "clientTokenIssued \(program.id)",
                    "clientAccessEnded \(program.id)", "clientDisabled administrator",
                ]
            )
        }
    }
}
