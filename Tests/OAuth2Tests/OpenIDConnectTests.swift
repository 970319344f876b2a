import Crypto
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

/// What clients learn of people by OpenID Connect; the names are those of the table in notes/identity.md, section 1.3.
@Suite struct OpenIDConnectTests {
    private static func json(_ server: IdentityServer, _ path: String) async throws -> [String: Any] {
        let response = try await server.client.execute(uri: path, method: .get)
        #expect(response.status == .ok)
        return try #require(try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: Any])
    }

    @Test func d1DiscoveryTellsTheSameInBothPlacesAndNothingThatIsNotThere() async throws {
        try await IdentityServer.run { (server) async throws in
            let found = try await Self.json(server, "/.well-known/openid-configuration")
            let other = try await Self.json(server, "/.well-known/oauth-authorization-server")
            #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: other))
            #expect(found["issuer"] as? String == "http://localhost:8080")
            for (name, value) in found where name.hasSuffix("_endpoint") || name == "jwks_uri" {
                #expect((value as? String)?.hasPrefix("http://localhost:8080/oauth2/") == true, "\(name)")
            }
            #expect(found["id_token_signing_alg_values_supported"] as? [String] == ["RS256", "ES256"])
            #expect(found["code_challenge_methods_supported"] as? [String] == ["S256"])
            #expect(found["backchannel_token_delivery_modes_supported"] as? [String] == ["poll", "ping"])
            #expect((found["grant_types_supported"] as? [String])?.contains(OAuthProgram.ciba) == true)
            #expect(found["subject_types_supported"] as? [String] == ["pairwise"])
            let signed = found["backchannel_authentication_request_signing_alg_values_supported"] as? [String]
            #expect(signed == ["ES256", "PS256"])
        }
    }

    @Test func d2TheKeysArePublicPartsWithNamesAndCanBeKeptForAWhile() async throws {
        try await IdentityServer.run { (server) async throws in
            // A stranger makes none.
            #expect(try await Self.json(server, "/oauth2/jwks")["keys"] as? [String] == [])
            #expect(try await server.count("signingKey") == 0)
            try await SigningKeys(environment: server.domain.environment).renew()
            // Nor is a secret opened for them.
            try await server.database.makeUpRows {
                try $0.execute("UPDATE signingKey SET sealedKey = \([UInt8](repeating: 0, count: 40))")
            }
            let response = try await server.client.execute(uri: "/oauth2/jwks", method: .get)
            #expect(response.headers[.cacheControl] == "public, max-age=300")
            let set = try #require(
                try JSONSerialization.jsonObject(with: Data(response.body.readableBytesView)) as? [String: [[String: String]]]
            )
            let keys = try #require(set["keys"])
            #expect(Set(keys.compactMap { $0["alg"] }) == ["RS256", "ES256"] && Set(keys.compactMap { $0["kid"] }).count == 2)
            for key in keys {
                #expect(key["use"] == "sig" && Set(key.keys).isSubset(of: ["kty", "kid", "alg", "use", "n", "e", "crv", "x", "y"]))
                if key["kty"] == "RSA" { #expect(Base64URL(try #require(key["n"]))?.bytes.count == 256) }
            }
            let again = try await server.client.execute(uri: "/oauth2/jwks", method: .get)
            #expect(again.body == response.body, "a second look makes no other keys")
        }
    }

    @Test func d3AKeyThatWasReplacedVerifiesAsLongAsItsTokensAreGood() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            func token() async throws -> String? {
                let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
                return try await program.redeem(try #require(code)).members["id_token"]
            }
            // As a server does when it starts.
            try await SigningKeys(environment: server.domain.environment).renew()
            let former = try await token()
            let before = try await program.keys().keys.map(\.kid)
            #expect(try await SigningKeyAdministration(server.domain).rotate() == 2)
            let during = try await program.keys().keys.map(\.kid)
            #expect(during.count == 4 && Set(before).isSubset(of: during))
            _ = try await program.claims(former)
            _ = try await program.claims(try await token())
            let secrets = try await server.rows("SELECT id FROM signingKey WHERE sealedKey IS NOT NULL AND replacedAt IS NOT NULL")
            #expect(secrets.isEmpty)
            server.time.advance(seconds: 90_000)
            #expect(Set(try await program.keys().keys.map(\.kid)).isDisjoint(with: before))
            await #expect(throws: (any Error).self) { try await program.claims(former) }
        }
    }

    @Test func keysThatSignedLongEnoughAreReplacedByThemselves() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let keys = SigningKeys(environment: server.domain.environment)
            try await keys.renew()
            let first = try await program.keys()
            #expect(first.keys.count == 2)
            try await keys.renew()
            #expect(try await program.keys() == first)
            server.time.advance(seconds: SigningKeyStore.lifetime)
            try await keys.renew()
            #expect(try await program.keys().keys.count == 4)
        }
    }

    @Test func aRestoreBringsNoKeyBackIntoUse() async throws {
        try await IdentityServer.run { (server) async throws in
            let program = try await OAuthProgram.make(server)
            let keys = SigningKeys(environment: server.domain.environment)
            try await keys.renew()
            let before = try await program.keys().keys.map(\.kid)
            let backupAt = server.time.now()
            server.time.advance(seconds: 2 * 86_400)
            try await server.database.makeUpRows { [keyRing = server.keys] tx in
                _ = try IdentityDomain.finish(.test(backupAt: backupAt, keys: keyRing, domains: [IdentityDomain.self]), in: tx)
            }
            #expect(try await server.count("signingKey WHERE sealedKey IS NOT NULL OR replacedAt IS NULL") == 0)
            #expect(try await server.count("objectKey WHERE holder = 'openid'") == 0)
            #expect(try await program.keys().keys.isEmpty, "what an old backup brings back verifies nothing")
            try await keys.renew()
            let after = try await program.keys().keys.map(\.kid)
            #expect(after.count == 2 && Set(after).isDisjoint(with: before))
        }
    }

    @Test func c1TheIDTokenNamesThePersonToThisClientAndHowTheySignedIn() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.enrolledPerson()
            for algorithm in ["RS256", "ES256"] {
                let program = try await OAuthProgram.make(server, idTokenAlgorithm: algorithm)
                let back = try await program.decide(person, program.query(["scope": "openid", "nonce": "n-0S6_WzA2Mj"]))
                let answer = try await program.redeem(try #require(back["code"]))
                let claims = try await program.claims(answer.members["id_token"])
                let now = server.time.now().milliseconds / 1000
                #expect(claims.issuer == "http://localhost:8080" && claims.audience == program.id && claims.nonce == "n-0S6_WzA2Mj")
                #expect(claims.issuedAt == now && claims.expiresAt == now + 3600 && claims.authenticatedAt <= now)
                let hash = SHA256.hash(data: Array(try #require(answer.members["access_token"]).utf8)).prefix(16)
                #expect(claims.accessTokenHash == Base64URL(Array(hash)).text)
                #expect(claims.requestID == nil)
                let header = try #require(answer.members["id_token"]?.split(separator: ".").first.flatMap { Base64URL(String($0)) })
                let fields = try #require(try JSONSerialization.jsonObject(with: Data(header.bytes)) as? [String: String])
                #expect(fields["alg"] == algorithm)
            }
        }
    }

    @Test func theClassOfASignInIsTheFactorThatWasShown() async throws {
        try await IdentityServer.run { (server) async throws in
            var person = try await server.enrolledPerson()
            let program = try await OAuthProgram.make(server)
            func claims() async throws -> IDToken {
                let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
                return try await program.claims(try await program.redeem(try #require(code)).members["id_token"])
            }
            let first = try await claims()
            #expect(first.contextClass == nil && first.methods == nil, "the mailed code of a registration is no factor")
            let challenge = try await server.challenge(person)
            person.token = try #require(try await server.answer(challenge, by: person, person.genuine(1)).session?.token)
            let second = try await claims()
            #expect(second.contextClass == "urn:paraph:acr:signature" && second.methods == ["signature", "pop", "mfa"])
            #expect(second.subject == first.subject)
        }
    }

    @Test func c6UserInfoHasTheSameSubjectAndRefusesOtherTokens() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let program = try await OAuthProgram.make(server)
            let code = try await program.decide(person, program.query(["scope": "openid"]))["code"]
            let answer = try await program.redeem(try #require(code))
            let claims = try await program.claims(answer.members["id_token"])
            for method in [HTTPRequest.Method.get, .post] {
                let told = try await program.userInfo(answer.members["access_token"], method: method)
                #expect(told.status == 200 && told.members == ["sub": claims.subject])
            }
            let wrong = try await program.userInfo("wrong-wrong-wrong-wrong")
            #expect(wrong.status == 401 && wrong.error == "invalid_token")
            #expect(wrong.headers[.wwwAuthenticate]?.contains("invalid_token") == true)
            let service = try await program.tokens(person)
            #expect(service.members["id_token"] == nil)
            #expect(try await program.userInfo(service.members["access_token"]).error == "insufficient_scope")
        }
    }

    @Test func c7ClaimsComeWithTheirScopesAlone() async throws {
        try await IdentityServer.run { (server) async throws in
            let person = try await server.register()
            let (program, another) = (try await OAuthProgram.make(server), try await OAuthProgram.make(server))
            func info(_ program: OAuthProgram, _ scope: String) async throws -> [String: String] {
                let code = try await program.decide(person, program.query(["scope": scope]))["code"]
                return try await program.userInfo(try await program.redeem(try #require(code)).members["access_token"]).members
            }
            #expect(Set(try await info(program, "openid profile").keys) == ["sub", "name"])
            let mail = try await info(program, "openid email")
            #expect(mail["email"] == person.email && ["1", "true"].contains(mail["email_verified"]))
            let sub = try await info(another, "openid")["sub"]
            #expect(sub != mail["sub"], "two clients have two names for one person")
        }
    }
}
