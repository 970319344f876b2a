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

/// How clients ask people on their devices: requests; the names are those of the table in notes/identity.md, section 1.3.
@Suite struct BackchannelTests {
    /// A client that asks.
    static func program(_ server: IdentityServer, showsCode: Bool = false) async throws -> OAuthProgram {
        try await OAuthProgram.make(server, grants: [OAuthProgram.ciba], showsCode: showsCode)
    }

    @Test func b1ARequestHasANameThatCannotBeGuessedAndIsNotKept() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson(username: "anna.p")
            let program = try await Self.program(server)
            let answer = try await program.ask(person)
            #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-store")
            #expect(
                answer.members["expires_in"] == "120" && answer.members["interval"] == "5" && answer.members["verification_code"] == nil
            )
            let id = try #require(answer.members["auth_req_id"])
            #expect(id.utf8.count >= 43 && Base64URL(id)?.bytes.count == 32)
            #expect(try await program.ask(person, ["login_hint": "anna.p"]).status == 200, "a username does as well")
            let request = try await program.waiting(person)
            #expect(request.kind == .signIn && request.clientName == "North Bank" && request.digests.isEmpty && request.asksCode == nil)
            #expect(request.scopes == ["openid"] && request.expiresAt == server.time.now().adding(seconds: 120))
            let stored = try await server.everythingStored()
            #expect(stored.firstRange(of: Array(id.utf8)) == nil)
        }
    }

    @Test func b2b3b7b8b10b11WhatIsWrongInARequestIsNamed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            let wrong: [([String: String?], String)] = [
                (["login_hint": nil], "invalid_request"), (["login_hint": ""], "invalid_request"),
                (["id_token_hint": "x"], "invalid_request"),
                (["login_hint": nil, "login_hint_token": "x"], "invalid_request"), (["request": "x"], "invalid_request"),
                (["scope": nil], "invalid_request"), (["scope": "email"], "invalid_scope"), (["scope": "openid service"], "invalid_scope"),
                (["scope": "openid offline_access"], "invalid_scope"),
                (["binding_message": "one\ntwo"], "invalid_binding_message"),
                (["binding_message": "\u{202E}txt"], "invalid_binding_message"),
                (["binding_message": "see https://bank.example"], "invalid_binding_message"),
                (["binding_message": "www.bank.example"], "invalid_binding_message"),
                (["binding_message": String(repeating: "x", count: 201)], "invalid_binding_message"),
                (["requested_expiry": "0"], "invalid_request"), (["requested_expiry": "-1"], "invalid_request"),
                (["requested_expiry": "1.5"], "invalid_request"), (["requested_expiry": "abc"], "invalid_request"),
                (["requested_expiry": "86400"], "invalid_request"),
            ]
            for (changes, error) in wrong {
                let answer = try await program.ask(person, changes)
                #expect(answer.status == 400 && answer.error == error, "\(changes): \(answer.members)")
            }
            let form = OAuthProgram.form(["scope": "openid", "login_hint": person.email, "client_id": program.id])
            let twice = try await program.send("/oauth2/bc-authorize", body: "\(form)&client_secret=\(program.secret ?? "")&scope=openid")
            #expect(twice.error == "invalid_request")
            let json = try await program.send("/oauth2/bc-authorize", body: "{}", contentType: "application/json")
            #expect(json.status == 400)
            let large = try await program.send("/oauth2/bc-authorize", body: "x=" + String(repeating: "y", count: 1_000_000))
            #expect(large.status == 413)
            #expect(try await server.rows("SELECT id FROM clientRequest").isEmpty)
            let message = "1234 \u{1F44D}\u{1F3FF} 品川"
            let right = try await program.ask(
                person,
                ["binding_message": message, "requested_expiry": "10", "status": "approved", "user_id": "x"]
            )
            #expect(right.status == 200 && right.members["expires_in"] == "10")
            #expect(try await program.waiting(person).description == message)
        }
    }

    @Test func b4WhoeverCannotBeAskedIsRefusedInTheSameWords() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await Self.program(server)
            let people = [
                try await server.enrolledPerson("disabled@example.org"), try await server.register("unenrolled@example.org", seed: 9),
                try await server.enrolledPerson("deviceless@example.org", seed: 11),
            ]
            try await PersonAdministration(server.domain).setDisabled(true, person: people[0].email)
            try await WatchedDatabase.makingUpRows {
                try await server.database.write { tx in _ = try tx.execute("DELETE FROM device WHERE personId = \(people[2].id)") }
            }
            var answers: Set<[String: String]> = []
            for hint in people.map(\.email) + ["nobody@example.org", "not an identifier"] {
                let answer = try await program.ask(people[0], ["login_hint": hint])
                #expect(answer.status == 400)
                answers.insert(answer.members)
            }
            #expect(answers.count == 1 && answers.first?["error"] == "unknown_user_id")
            #expect(try await server.rows("SELECT id FROM clientRequest").isEmpty)
        }
    }

    @Test func b5b6AClientProvesItselfAndWasRegisteredForIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            let wrong = OAuthProgram(server: server, id: program.id, secret: "wrong")
            let refused = try await wrong.ask(person)
            #expect(refused.status == 401 && refused.error == "invalid_client" && refused.headers[.wwwAuthenticate] != nil)
            #expect(try await OAuthProgram.make(server).ask(person).error == "unauthorized_client")
            let isPublic = try await OAuthProgram.make(server, grants: ["authorization_code"], isPublic: true)
            #expect(try await isPublic.ask(person).error == "unauthorized_client")
            let registration = await problem { try await OAuthProgram.make(server, grants: [OAuthProgram.ciba], isPublic: true) }
            #expect(registration?.status == 400)
        }
    }

    @Test func b12AnIDTokenSaysWhoIsMeantToTheClientThatHasIt() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server, grants: ["authorization_code", OAuthProgram.ciba])
            let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
            let redeemed = try await program.redeem(try #require(code))
            let token = try #require(redeemed.members["id_token"])
            func ask(_ program: OAuthProgram, _ token: String) async throws -> OAuthProgram.Answer {
                try await program.ask(person, ["login_hint": nil, "id_token_hint": token])
            }
            #expect(try await ask(try await Self.program(server), token).error == "invalid_request", "another client's")
            #expect(try await ask(program, String(token.dropLast(8)) + "AAAAAAAA").error == "invalid_request")
            #expect(try await ask(program, "x").error == "invalid_request")
            server.time.advance(seconds: 10 * 86_400)
            #expect(try await ask(program, token).status == 200, "an old one is a hint too")
            #expect(try await program.waiting(person).clientName == "North Bank")
        }
    }

    @Test func b13OneClientWearsNobodyDownAndStopsNoOther() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let other = try await server.enrolledPerson("boris@example.org", seed: 9)
            let (program, another) = (try await Self.program(server), try await Self.program(server))
            var statuses: [Int] = []
            for _ in 0..<6 { statuses.append(try await program.ask(person).status) }
            #expect(statuses == [200, 200, 200, 429, 429, 429])
            #expect(try await server.call(IdentityEndpoints.clientRequests, token: person.token).items.count == 3)
            #expect(try await program.ask(other).status == 200)
            #expect(try await another.ask(person).status == 200)
            let request = try await program.waiting(other)
            _ = try await server.call(IdentityEndpoints.reportRequest, request.id, token: other.token)
            let blocked = try await program.ask(other)
            #expect(blocked.status == 403 && blocked.error == "access_denied")
        }
    }

    @Test func aRestrictedClientAsksOnlyWhoAllowedItSomething() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server, grants: ["authorization_code", OAuthProgram.ciba], isRestricted: true)
            let stranger = try await program.ask(person)
            #expect(stranger.error == "unknown_user_id")
            let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
            _ = try await program.redeem(try #require(code))
            #expect(try await program.ask(person).status == 200)
            _ = try await server.call(IdentityEndpoints.endAccess, program.id, token: person.token)
            #expect(try await program.ask(person).members == stranger.members, "ended, it asks no more")
        }
    }

    @Test func aTransferIsSignedInTheWordsThatWereShown() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let program = try await Self.program(server)
            _ = try await program.ask(person, ["binding_message": "120.00 EUR to Boris"])
            let request = try await program.waiting(person)
            let challenge = try await server.challenge(person, .answerRequest, subject: request.id)
            #expect(challenge.bindingMessage == "Confirm to “\u{2068}North Bank\u{2069}” that it is you, at localhost:8080")
            for edit in [{ $0.dsc = nil }, { $0.dsc = "12.00 EUR to Boris" }, { $0.dig = "" }, { $0.num = "123" }]
                as [(inout AnswerClaims) -> Void]
            {
                let refusal = await problem {
                    try await server.answer(challenge, by: person, person.genuine(1)) {
                        $0.dsc = request.description
                        edit(&$0)
                    }
                }
                #expect(refusal?.code == "badAssertion")
            }
            #expect(try await program.sign(person).outcome == .accepted)
        }
    }
}
