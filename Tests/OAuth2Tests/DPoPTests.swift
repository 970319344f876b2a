import Crypto
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

/// Tokens that are good with a key of the client's alone (RFC 9449); rows O1 and O3 of the table in notes/identity.md, section 1.3.
@Suite struct DPoPTests {
    /// What a proof says, and what it is changed to.
    private struct Proof {
        var signer: ClientSigner
        var url = "http://localhost:8080/oauth2/token"
        var method = "POST"
        var token: String?

        func text(_ server: IdentityServer, _ changes: [String: Any?] = [:], header: [String: Any?] = [:]) throws -> String {
            var claims: [String: Any?] = [
                "jti": Identifier.random(), "htm": method, "htu": url, "iat": server.time.now().milliseconds / 1000,
            ]
            if let token { claims["ath"] = Base64URL(SHA256.hash(data: Array(token.utf8))).text }
            claims.merge(changes) { $1 }
            var members: [String: Any] = try signer.members
            members["kid"] = nil
            let header = (["typ": "dpop+jwt", "jwk": members, "kid": nil] as [String: Any?]).merging(header) { $1 }
            return try signer.sign(claims.compactMapValues(\.self), header: header)
        }
    }

    private static func nonce(_ server: IdentityServer) async throws -> String {
        try await ProofNonce.current(in: server.domain.environment)
    }

    /// Exchanges a code with a proof.
    private static func redeem(_ program: OAuthProgram, _ code: String, _ proofs: [String]) async throws -> OAuthProgram.Answer {
        var form = program.exchange(code)
        if program.secret == nil { form["client_id"] = program.id }
        var headers = program.secret == nil ? [:] : try program.basic()
        for proof in proofs { headers.append(HTTPField(name: .dpop, value: proof)) }
        return try await program.send(body: OAuthProgram.form(form), headers: headers)
    }

    private static func code(_ program: OAuthProgram, _ person: TestPerson, _ changes: [String: String?] = [:]) async throws -> String {
        let query = program.query(["scope": "openid"].merging(changes) { $1 })
        return try #require(try await program.decide(person, query)["code"])
    }

    /// What userinfo answers.
    private static func userInfo(_ server: IdentityServer, _ header: String, _ proofs: [String]) async throws -> OAuthProgram.Answer {
        var headers: HTTPFields = [.authorization: header]
        for proof in proofs { headers.append(HTTPField(name: .dpop, value: proof)) }
        return try OAuthProgram.Answer(try await server.client.execute(uri: "/oauth2/userinfo?x=1", method: .get, headers: headers))
    }

    @Test func o1ATokenIsGoodWithItsKeyAlone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            var proof = Proof(signer: .p256())
            let code = try await Self.code(program, person)
            let first = try await Self.redeem(program, code, [try proof.text(server)])
            #expect(first.status == 400 && first.error == "use_dpop_nonce", "nothing was spent")
            let nonce = try #require(first.headers[.dpopNonce])
            let answer = try await Self.redeem(program, code, [try proof.text(server, ["nonce": nonce])])
            #expect(answer.status == 200 && answer.members["token_type"] == "DPoP" && answer.headers[.dpopNonce] != nil)
            let token = try #require(answer.members["access_token"])
            let told = try await program.post("/oauth2/introspect", ["token": token]).members
            let key = try ClientKeySet(json: proof.signer.jwks).keys[0].thumbprint
            #expect(told["token_type"] == "DPoP" && told["cnf"]?.contains(key) == true)
            (proof.method, proof.url, proof.token) = ("GET", "http://localhost:8080/oauth2/userinfo", token)
            #expect(try await Self.userInfo(server, "DPoP \(token)", [try proof.text(server)]).status == 200)
            #expect(try await Self.userInfo(server, "dpop \(token)", [try proof.text(server, ["nonce": nonce])]).status == 200)
            for skew in [-50, 9] as [Int64] {
                let moment = server.time.now().milliseconds / 1000 + skew
                #expect(try await Self.userInfo(server, "DPoP \(token)", [try proof.text(server, ["iat": moment])]).status == 200)
            }
            let bearer = try await Self.userInfo(server, "Bearer \(token)", [])
            #expect(bearer.status == 401 && bearer.error == "invalid_token")
            #expect(try await Self.userInfo(server, "Bearer \(token)", [try proof.text(server)]).status == 401)
            let form = try await program.send("/oauth2/userinfo", body: "access_token=\(token)")
            #expect(form.status == 401, "nor in a form")
            var thief = proof
            thief.signer = .p256()
            let stolen = try await Self.userInfo(server, "DPoP \(token)", [try thief.text(server)])
            #expect(stolen.status == 401 && stolen.headers[.wwwAuthenticate]?.hasPrefix("DPoP error=\"invalid_token\"") == true)
            let unbound = try #require(try await program.redeem(try await Self.code(program, person)).members["access_token"])
            proof.token = unbound
            #expect(try await Self.userInfo(server, "DPoP \(unbound)", [try proof.text(server)]).status == 401)
            let old = try await Self.userInfo(server, "DPoP \(token)", [try proof.text(server, ["nonce": "old"])])
            #expect(old.status == 401)
        }
    }

    private static var wrong: [(claims: [String: Any?], header: [String: Any?])] {
        [
            (["jti": nil], [:]), (["jti": ""], [:]), (["htm": nil], [:]), (["htm": "PUT"], [:]), (["htu": nil], [:]), (["ath": nil], [:]),
            (["htu": "http://localhost:8080/oauth2/other"], [:]), (["htu": "https://localhost:8080/oauth2/userinfo"], [:]),
            (["htu": "http://evil.example/oauth2/userinfo"], [:]), (["iat": nil], [:]), (["iat": "now"], [:]), (["ath": "x"], [:]),
            ([:], ["typ": nil]), ([:], ["typ": "JWT"]), ([:], ["alg": "none"]), ([:], ["alg": "RS256"]), ([:], ["alg": "HS256"]),
            ([:], ["jwk": nil]), ([:], ["jwk": "x"]), ([:], ["crit": ["x"]]), (["nonce": 1], [:]),
        ]
    }

    @Test func o1WhatIsNoProofIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let nonce = try await Self.nonce(server)
            let signer = ClientSigner.p256()
            let shown = Proof(signer: signer)
            let code = try await Self.code(program, person)
            let token = try #require(
                try await Self.redeem(program, code, [try shown.text(server, ["nonce": nonce])]).members["access_token"]
            )
            let proof = Proof(signer: signer, url: "http://localhost:8080/oauth2/userinfo", method: "GET", token: token)
            let now = server.time.now().milliseconds / 1000
            var secret: [String: Any] = try signer.members
            secret["d"] = "AA"
            let more: [(claims: [String: Any?], header: [String: Any?])] = [
                (["iat": now - 3600], [:]), (["iat": now + 3600], [:]), (["iat": now - 3600, "nonce": nonce], [:]), ([:], ["jwk": secret]),
                ([:], ["jwk": try ClientSigner.p256().members]),
            ]
            for (claims, header) in Self.wrong + more {
                let refused = try await Self.userInfo(server, "DPoP \(token)", [try proof.text(server, claims, header: header)])
                #expect(refused.status == 401, "\(claims) \(header)")
                #expect(refused.headers[.wwwAuthenticate]?.hasPrefix("DPoP error=\"invalid_dpop_proof\"") == true, "\(claims) \(header)")
                if claims["ath"] == nil {
                    let atToken = Proof(signer: signer)
                    let told = claims.merging(["nonce": nonce]) { $0 ?? $1 }
                    let answer = try await Self.redeem(program, code, [try atToken.text(server, told, header: header)])
                    #expect(answer.status == 400 && answer.error == "invalid_dpop_proof", "\(claims) \(header)")
                }
            }
            for proofs in [[], ["x"], ["a.b.c"], [try proof.text(server), try proof.text(server)]] as [[String]] {
                #expect(try await Self.userInfo(server, "DPoP \(token)", proofs).status == 401)
            }
        }
    }

    @Test func o1AProofThatComesAgainIsRefusedByEveryNode() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let nonce = try await Self.nonce(server)
            let signer = ClientSigner.p256()
            let text = try Proof(signer: signer).text(server, ["nonce": nonce])
            let code = try await Self.code(program, person)
            let token = try #require(try await Self.redeem(program, code, [text]).members["access_token"])
            #expect(try await Self.redeem(program, code, [text]).error == "invalid_dpop_proof")
            let proof = try Proof(signer: signer, url: "http://localhost:8080/oauth2/userinfo", method: "GET", token: token).text(server)
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<20 { group.addTask { try await Self.userInfo(server, "DPoP \(token)", [proof]).status } }
                return try await group.reduce(into: [Int]()) { $0.append($1) }
            }
            #expect(answers.count { $0 == 200 } == 1 && answers.count { $0 == 401 } == 19)
        }
    }

    @Test func o3ARefreshTokenOfAPublicClientIsUsedWithItsKeyAlone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server, isPublic: true)
            let nonce = try await Self.nonce(server)
            let (proof, thief) = (Proof(signer: .p256()), Proof(signer: .p256()))
            func refresh(_ token: String, _ proofs: [String]) async throws -> OAuthProgram.Answer {
                var headers = HTTPFields()
                for text in proofs { headers.append(HTTPField(name: .dpop, value: text)) }
                let form = ["grant_type": "refresh_token", "refresh_token": token, "client_id": program.id]
                return try await program.send(body: OAuthProgram.form(form), headers: headers)
            }
            let code = try await Self.code(program, person)
            let first = try await Self.redeem(program, code, [try proof.text(server, ["nonce": nonce])]).members
            let token = try #require(first["refresh_token"])
            #expect(try await refresh(token, []).error == "invalid_grant")
            #expect(try await refresh(token, [try thief.text(server, ["nonce": nonce])]).error == "invalid_grant")
            let second = try await refresh(token, [try proof.text(server, ["nonce": nonce])])
            #expect(second.status == 200 && second.members["token_type"] == "DPoP", "the thief ended nothing")
        }
    }

    @Test func o3ACodeIsExchangedWithTheKeyThatTheClientNamed() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let nonce = try await Self.nonce(server)
            let (proof, other) = (Proof(signer: .p256()), Proof(signer: .p256()))
            let key = try ClientKeySet(json: proof.signer.jwks).keys[0].thumbprint
            let code = try await Self.code(program, person, ["dpop_jkt": key])
            #expect(try await Self.redeem(program, code, []).error == "invalid_grant")
            #expect(try await Self.redeem(program, code, [try other.text(server, ["nonce": nonce])]).error == "invalid_grant")
            #expect(try await Self.redeem(program, code, [try proof.text(server, ["nonce": nonce])]).status == 200)
            let location = try await program.question(program.query(["dpop_jkt": "short"])).location
            #expect(try OAuthProgram.parameters(of: try #require(location))["error"] == "invalid_request")
        }
    }

    @Test func whatAServerSaysIsGoodForSomeMinutes() async throws {
        try await IdentityServer.run { (server) async throws in
            let environment = server.domain.environment
            let nonce = try await ProofNonce.current(in: environment)
            for (seconds, isOurs) in [(0, true), (239, true), (121, false)] as [(Int64, Bool)] {
                server.time.advance(seconds: seconds)
                let now = server.time.now()
                let taken = try await server.database.read { try ProofNonce.isOurs(nonce, at: now, keys: server.keys, in: $0) }
                #expect(taken == isOurs)
            }
        }
    }
}
