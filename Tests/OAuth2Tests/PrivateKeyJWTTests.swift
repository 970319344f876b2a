import Foundation
import HTTPTypes
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Clients that prove themselves by a key of their own; row C8 of the table in notes/identity.md, section 1.3.
@Suite struct PrivateKeyJWTTests {
    private static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    private static func program(_ server: IdentityServer, _ signer: ClientSigner) async throws -> OAuthProgram {
        let jwks = try signer.jwks
        return try await OAuthProgram.make(server) { $0.keys = jwks }
    }

    /// Asks for a token that does not exist: only who the client is matters.
    private static func call(
        _ program: OAuthProgram,
        _ assertion: String,
        _ changes: [String: String?] = [:],
        headers: HTTPFields = [:]
    ) async throws -> OAuthProgram.Answer {
        var form: [String: String?] = [
            "grant_type": "refresh_token", "refresh_token": "x", "client_assertion_type": type, "client_assertion": assertion,
        ]
        form.merge(changes) { $1 }
        return try await program.send(body: OAuthProgram.form(form.compactMapValues(\.self)), headers: headers)
    }

    @Test func c8AClientIsKnownByItsKey() async throws {
        try await IdentityServer.run { (server) async throws in
            for signer in [.p256(), try #require(ClientSigner.rsa("PS256")), try #require(ClientSigner.rsa("RS256"))] {
                let program = try await Self.program(server, signer)
                #expect(program.secret == nil)
                for audience in ["http://localhost:8080", "http://localhost:8080/oauth2/token"] {
                    let assertion = try signer.assertion(of: program.id, for: audience, at: server.time.now())
                    #expect(try await Self.call(program, assertion).error == "invalid_grant", "who it is, is known")
                }
                let named = try signer.assertion(of: program.id, at: server.time.now())
                #expect(try await Self.call(program, named, ["client_id": program.id]).error == "invalid_grant")
            }
        }
    }

    @Test func c8WhatASecretOrAnIdWouldDoDoesNotDo() async throws {
        try await IdentityServer.run { (server) async throws in
            let signer = ClientSigner.p256()
            let (program, other) = (try await Self.program(server, signer), try await OAuthProgram.make(server))
            let now = server.time.now()
            let assertion = { try signer.assertion(of: program.id, at: now) }
            #expect(try await program.post("/oauth2/token", ["grant_type": "refresh_token"]).error == "invalid_client", "by its id alone")
            let secret = OAuthProgram(server: server, id: program.id, secret: "")
            #expect(try await secret.post("/oauth2/token", ["grant_type": "refresh_token"]).error == "invalid_client")
            for (changes, error) in [
                (["client_assertion_type": nil], "invalid_request"), (["client_assertion_type": "x"], "invalid_request"),
                (["client_secret": "x"], "invalid_request"), (["client_id": other.id], "invalid_client"),
            ] as [([String: String?], String)] {
                #expect(try await Self.call(program, try assertion(), changes).error == error, "\(changes)")
            }
            let basic = try await Self.call(program, try assertion(), headers: [.authorization: "Basic eDp5"])
            #expect(basic.error == "invalid_request")
            let pretender = try signer.assertion(of: other.id, at: now)
            #expect(try await Self.call(program, pretender).error == "invalid_client", "a client with a secret has no key")
            for changes in [["sub": nil], ["iss": other.id], ["aud": "https://evil.example"], ["exp": 1], ["jti": nil]] as [[String: Any?]]
            {
                let refused = try await Self.call(program, try signer.assertion(of: program.id, at: now, changes))
                #expect(refused.status == 401 && refused.error == "invalid_client", "\(changes)")
            }
            let stranger = try ClientSigner.p256().assertion(of: program.id, at: now)
            #expect(try await Self.call(program, stranger).error == "invalid_client")
        }
    }

    @Test func c8AnAssertionThatComesAgainIsRefusedByEveryNode() async throws {
        try await IdentityServer.run { (server) async throws in
            let signer = ClientSigner.p256()
            let program = try await Self.program(server, signer)
            let assertion = try signer.assertion(of: program.id, at: server.time.now())
            let errors = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.call(program, assertion).error } }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(errors.count { $0 == "invalid_grant" } == 1 && errors.count { $0 == "invalid_client" } == 19)
        }
    }

    @Test func aRestoreBringsNoFormerKeysBack() async throws {
        try await IdentityServer.run { (server) async throws in
            let former = ClientSigner.p256("one")
            let program = try await Self.program(server, former)
            let backupAt = server.time.now()
            server.time.advance(seconds: 60)
            let administration = ClientAdministration(database: server.database, time: server.time)
            _ = try await administration.setKeys(try ClientSigner.p256("two").jwks, id: program.id)
            let list = try await server.database.read { try ErasureStore.all(in: $0) }
            for (madeAt, isIn) in [(server.time.now().adding(seconds: 1), true), (backupAt, false)] {
                let jwks = try former.jwks
                _ = try await server.database.makeUpRows { [keys = server.keys] tx in
                    try tx.execute("UPDATE oauthClient SET keys = \(jwks)")
                    return try IdentityDomain.finish(.test(list, backupAt: madeAt, keys: keys), in: tx).erased
                }
                let told = try await Self.call(program, try former.assertion(of: program.id, at: server.time.now())).error
                #expect(told == (isIn ? "invalid_grant" : "invalid_client"))
            }
        }
    }

    @Test func otherKeysEndTheFormerOnes() async throws {
        try await IdentityServer.run { (server) async throws in
            let (former, next) = (ClientSigner.p256("one"), ClientSigner.p256("two"))
            let program = try await Self.program(server, former)
            let administration = ClientAdministration(database: server.database, time: server.time)
            let entry = try await administration.setKeys(try next.jwks, id: program.id)
            #expect(entry.keys == ["two"] && !entry.isPublic)
            let now = server.time.now()
            #expect(try await Self.call(program, try former.assertion(of: program.id, at: now)).error == "invalid_client")
            #expect(try await Self.call(program, try next.assertion(of: program.id, at: now)).error == "invalid_grant")
            let keyless = try await OAuthProgram.make(server)
            for (id, jwks) in [(keyless.id, try next.jwks), (program.id, "{}"), ("nobody", try next.jwks)] {
                await #expect(throws: Problem.self) { _ = try await administration.setKeys(jwks, id: id) }
            }
        }
    }
}
