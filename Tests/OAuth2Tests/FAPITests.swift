import Foundation
import HTTPTypes
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// Clients that are held to the FAPI 2.0 Security Profile.
@Suite struct FAPITests {
    private static let issuer = "http://localhost:8080"

    private static func program(_ server: IdentityServer, _ signer: ClientSigner) async throws -> OAuthProgram {
        let jwks = try signer.jwks
        return try await OAuthProgram.make(server) {
            ($0.keys, $0.followsFAPI, $0.redirectURIs) = (jwks, true, ["https://bank.example/cb?x=1"])
        }
    }

    private struct Caller {
        let server: IdentityServer
        let program: OAuthProgram
        let signer: ClientSigner

        /// Calls as the client, with a proof by a key of its own where it has one.
        func post(
            _ path: String,
            _ form: [String: String],
            isProven: Bool = true,
            audience: Any = FAPITests.issuer
        ) async throws -> OAuthProgram.Answer {
            var form = form
            form["client_id"] = program.id
            form["client_assertion_type"] = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
            form["client_assertion"] = try signer.assertion(of: program.id, for: audience, at: server.time.now())
            var headers = HTTPFields()
            if isProven {
                let claims: [String: Any] = [
                    "jti": Identifier.random(), "htm": "POST", "htu": FAPITests.issuer + path,
                    "iat": server.time.now().milliseconds / 1000,
                    "nonce": try await ProofNonce.current(in: server.domain.environment),
                ]
                var members: [String: Any] = try signer.members
                members["kid"] = nil
                headers[.dpop] = try signer.sign(claims, header: ["typ": "dpop+jwt", "jwk": members, "kid": nil])
            }
            return try await program.send(path, body: OAuthProgram.form(form), headers: headers)
        }

        func push(_ changes: [String: String?] = [:], audience: Any = FAPITests.issuer) async throws -> OAuthProgram.Answer {
            let parameters = try OAuthProgram.parameters(of: "https://x/?" + program.query(["scope": "openid"].merging(changes) { $1 }))
            return try await post("/oauth2/par", parameters, audience: audience)
        }
    }

    @Test func theWholeWay() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let signer = ClientSigner.p256()
            let program = try await Self.program(server, signer)
            let caller = Caller(server: server, program: program, signer: signer)
            let pushed = try await caller.push()
            try #require(pushed.status == 201, "\(pushed.members)")
            let query = OAuthProgram.form(["client_id": program.id, "request_uri": try #require(pushed.members["request_uri"])])
            let back = try await program.decide(person, query)
            #expect(back["iss"] == Self.issuer)
            let form = program.exchange(try #require(back["code"]))
            let bare = try await caller.post("/oauth2/token", form, isProven: false)
            #expect(bare.error == "invalid_dpop_proof", "a token for any bearer is not given")
            let answer = try await caller.post("/oauth2/token", form)
            #expect(answer.status == 200 && answer.members["token_type"] == "DPoP", "\(answer.members)")
            let refreshed = ["grant_type": "refresh_token", "refresh_token": try #require(answer.members["refresh_token"])]
            #expect(try await caller.post("/oauth2/token", refreshed, isProven: false).error == "invalid_dpop_proof")
            #expect(try await caller.post("/oauth2/token", refreshed).members["token_type"] == "DPoP")
        }
    }

    @Test func whatTheProfileForbidsIsRefused() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let signer = ClientSigner.p256()
            let program = try await Self.program(server, signer)
            let caller = Caller(server: server, program: program, signer: signer)
            #expect(
                await problem { try await program.question(program.query()) }?.code == "badAuthorization",
                "a request in the browser's hands"
            )
            #expect(await problem { try await program.decide(person) }?.code == "badAuthorization")
            for audience in [[Self.issuer], "\(Self.issuer)/oauth2/token", "\(Self.issuer)/oauth2/par", [Self.issuer, "x"]] as [Any] {
                #expect(try await caller.push(audience: audience).error == "invalid_client", "\(audience)")
            }
            for changes in [["code_challenge": nil], ["code_challenge_method": "plain"], ["redirect_uri": "https://bank.example/cb"]]
                as [[String: String?]]
            {
                #expect(try await caller.push(changes).error == "invalid_request", "\(changes)")
            }
            let weak = try #require(ClientSigner.rsa("RS256"))
            let other = Caller(server: server, program: try await Self.program(server, weak), signer: weak)
            #expect(try await other.push().error == "invalid_client", "RSA with PKCS #1 v1.5")
        }
    }

    @Test func onlyAClientThatCanKeepToItIsRegistered() async throws {
        try await IdentityServer.run { (server) async throws in
            let jwks = try ClientSigner.p256().jwks
            for (keys, address) in [(nil, "https://bank.example/cb"), (jwks, "http://127.0.0.1/cb"), (jwks, "com.example.app:/cb")] {
                await #expect(throws: Problem.self) {
                    _ = try await OAuthProgram.make(server) { ($0.followsFAPI, $0.keys, $0.redirectURIs) = (true, keys, [address]) }
                }
            }
        }
    }
}
