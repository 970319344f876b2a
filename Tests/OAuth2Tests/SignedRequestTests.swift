import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What clients sign of what they ask people on their devices (CIBA Core 1.0, section 7.1.1); rows J1 to J3 of the table in notes/identity.md, section 1.3.
@Suite struct SignedRequestTests {
    private static func program(_ server: IdentityServer, _ signer: ClientSigner, mustSign: Bool = false) async throws -> OAuthProgram {
        let jwks = try signer.jwks
        return try await OAuthProgram.make(server, grants: [OAuthProgram.ciba]) {
            $0.keys = jwks
            $0.signsRequests = mustSign
        }
    }

    /// What a client signs; `nil` leaves a claim out.
    private static func request(
        _ program: OAuthProgram,
        _ signer: ClientSigner,
        _ person: TestPerson,
        _ changes: [String: Any?] = [:],
        header: [String: Any?] = [:]
    ) throws -> String {
        let seconds = program.server.time.now().milliseconds / 1000
        var claims: [String: Any?] = [
            "iss": program.id, "aud": "http://localhost:8080", "jti": Identifier.random(), "iat": seconds, "nbf": seconds,
            "exp": seconds + 300,
            "scope": "openid", "login_hint": person.email,
        ]
        claims.merge(changes) { $1 }
        return try signer.sign(claims.compactMapValues(\.self), header: header)
    }

    private static func ask(_ program: OAuthProgram, _ signer: ClientSigner, _ request: String?, _ changes: [String: String?] = [:])
        async throws
        -> OAuthProgram.Answer
    {
        var form: [String: String?] = [
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": try signer.assertion(of: program.id, at: program.server.time.now()), "request": request,
        ]
        form.merge(changes) { $1 }
        return try await program.send("/oauth2/bc-authorize", body: OAuthProgram.form(form.compactMapValues(\.self)))
    }

    @Test func j1WhatAClientSignedIsAskedOnce() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            for signer in [ClientSigner.p256(), try #require(ClientSigner.rsa("PS256"))] {
                let program = try await Self.program(server, signer)
                for expiry in [10, "10"] as [any Sendable] {
                    let text = try Self.request(program, signer, person, ["requested_expiry": expiry, "binding_message": "12.00 EUR"])
                    let answer = try await Self.ask(program, signer, text)
                    #expect(answer.status == 200 && answer.members["expires_in"] == "10", "\(answer.members)")
                    #expect(try await program.waiting(person).description == "12.00 EUR")
                    let again = try await Self.ask(program, signer, text)
                    #expect(again.status == 400 && again.error == "invalid_request", "it comes again")
                }
                #expect(try await server.count("clientRequest WHERE client = \(Principal.program(ofClient: program.id))") == 2)
            }
        }
    }

    @Test func j1WhatIsNotAsItMustBeIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let signer = ClientSigner.p256()
            let program = try await Self.program(server, signer)
            let now = server.time.now().milliseconds / 1000
            let wrong: [[String: Any?]] = [
                ["aud": nil], ["iss": nil], ["exp": nil], ["iat": nil], ["nbf": nil], ["jti": nil], ["aud": "https://other.example"],
                ["aud": "http://localhost:8080/oauth2/bc-authorize"], ["iss": "other"], ["exp": now - 1], ["exp": now + 70 * 60],
                ["nbf": now + 600], ["iat": now + 600], ["nbf": now - 70 * 60], ["jti": ""], ["jti": 5], ["scope": ["openid"]],
                ["login_hint": 5],
                ["binding_message": true],
            ]
            for changes in wrong {
                let answer = try await Self.ask(program, signer, try Self.request(program, signer, person, changes))
                #expect(answer.status == 400, "\(changes)")
                #expect(["invalid_request", "invalid_scope", "unknown_user_id"].contains(answer.error), "\(changes): \(answer.members)")
            }
            let rsa = try #require(ClientSigner.rsa("RS256", "two"))
            let keys = try JSONSerialization.data(withJSONObject: ["keys": [try signer.members, try rsa.members]])
            _ = try await ClientAdministration(database: server.database, time: server.time).setKeys(
                String(decoding: keys, as: UTF8.self),
                id: program.id
            )
            let good = try Self.request(program, signer, person).split(separator: ".").map(String.init)
            let none = Base64URL(Array(#"{"alg":"none"}"#.utf8)).text
            let forms = [
                try Self.request(program, rsa, person), try Self.request(program, .p256(), person),
                try Self.request(program, signer, person, header: ["alg": "HS256"]), "\(none).\(good[1]).", "\(good[0]).\(good[1]).", "x",
                "a.b.c.d.e",
            ]
            for text in forms {
                let answer = try await Self.ask(program, signer, text)
                #expect(answer.status == 400 && answer.error == "invalid_request", "\(text.prefix(60)): \(answer.members)")
            }
            #expect(try await server.count("clientRequest") == 0)
        }
    }

    @Test func j2WhatStandsBesideASignedRequestIsRefusedAndNeverMerged() async throws {
        try await IdentityServer.run { (server) async throws in
            let (person, other) = (try await server.enrolledPerson(), try await server.enrolledPerson("boris@example.org", seed: 9))
            let signer = ClientSigner.p256()
            let program = try await Self.program(server, signer)
            for changes in [["login_hint": other.email], ["scope": "openid email"], ["binding_message": "x"], ["requested_expiry": "10"]] {
                let answer = try await Self.ask(program, signer, try Self.request(program, signer, person), changes)
                #expect(answer.status == 400 && answer.error == "invalid_request", "\(changes)")
            }
            #expect(try await server.count("clientRequest") == 0)
        }
    }

    @Test func j3WhoWasRegisteredToSignAsksNothingUnsigned() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            let signer = ClientSigner.p256()
            let program = try await Self.program(server, signer, mustSign: true)
            let plain = try await Self.ask(program, signer, nil, ["scope": "openid", "login_hint": person.email])
            #expect(plain.status == 400 && plain.error == "invalid_request")
            #expect(try await Self.ask(program, signer, try Self.request(program, signer, person)).status == 200)
            #expect(try await server.count("clientRequest") == 1)
        }
    }
}
