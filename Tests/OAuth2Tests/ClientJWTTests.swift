import Foundation
import ParaphStorage
import ParaphWire
import ServerKit
import TestSupport
import Testing

@testable import Identity
@testable import IdentityTestSupport

/// What clients sign by keys of their own.
@Suite struct ClientJWTTests {
    private static let issuer = "http://localhost:8080"
    private static let now = ManualTime().now()
    private static var seconds: Int64 { now.milliseconds / 1000 }

    private static func client(_ jwks: String) throws -> ClientRecord {
        var registration = ClientRegistration(name: "Bank", redirectURIs: ["https://a.example/cb"], grants: ["authorization_code"])
        registration.keys = jwks
        return try ClientRecord(registration, secret: nil, createdAt: now)
    }

    private static func fault(
        _ token: String,
        _ client: ClientRecord,
        _ change: (inout ClientJWT.Rule) -> Void = { _ in }
    ) -> String? {
        var rule = ClientJWT.Rule(audiences: [issuer])
        change(&rule)
        do throws(ClientTokenFault) {
            _ = try ClientJWT(compact: token, of: client, rule: rule, at: now)
            return nil
        } catch {
            return error.words
        }
    }

    @Test(arguments: ["ES256", "PS256", "RS256"]) func whatARegisteredKeySignedHolds(_ algorithm: String) throws {
        let signer = try #require(algorithm == "ES256" ? ClientSigner.p256() : ClientSigner.rsa(algorithm))
        let client = try Self.client(try signer.jwks)
        #expect(Self.fault(try signer.assertion(of: client.id, at: Self.now), client) == nil)
        #expect(Self.fault(try signer.assertion(of: client.id, for: ["x", Self.issuer], at: Self.now), client) == nil)
        #expect(Self.fault(try signer.assertion(of: client.id, at: Self.now, header: ["kid": nil]), client) == nil)
        let strict = Self.fault(try signer.assertion(of: client.id, at: Self.now), client) { $0.algorithms = ProofAlgorithm.strict }
        #expect((strict == nil) == (algorithm != "RS256"))
    }

    @Test func whatIsNotAsItMustBeIsRefused() throws {
        let (signer, other) = (ClientSigner.p256(), ClientSigner.p256())
        let client = try Self.client(try signer.jwks)
        let now = Self.seconds
        for (changes, word) in [
            (["iss": nil], "iss"), (["iss": "x"], "iss"), (["sub": "x"], "iss"), (["sub": 1], "iss"), (["aud": nil], "aud"),
            (["aud": "https://evil.example"], "aud"), (["aud": 1], "aud"), (["exp": nil], "exp"), (["exp": now], "exp"),
            (["exp": "soon"], "exp"),
            (["exp": now + 3601], "exp"), (["exp": now + 4200, "nbf": now], "exp"), (["exp": now + 60, "nbf": now - 4200], "exp"),
            (["nbf": now + 600], "nbf"), (["iat": now + 61], "nbf"), (["jti": nil], "jti"), (["jti": ""], "jti"), (["jti": 7], "jti"),
            (["jti": String(repeating: "a", count: 257)], "jti"), (["exp": 1e300], "exp"), (["exp": -1], "exp"),
        ] as [([String: Any?], String)] {
            let fault = Self.fault(try signer.assertion(of: client.id, at: Self.now, changes), client)
            #expect(fault?.contains(word) == true, "\(changes): \(fault ?? "taken")")
        }
        #expect(Self.fault(try signer.assertion(of: client.id, at: Self.now, ["iat": now + 10, "nbf": now + 10]), client) == nil)
        for header in [
            ["alg": "none"], ["alg": "HS256"], ["alg": nil], ["alg": "ES384"], ["kid": "two"], ["crit": ["exp"]], ["b64": false],
        ]
            as [[String: Any?]]
        {
            #expect(Self.fault(try signer.assertion(of: client.id, at: Self.now, header: header), client) != nil, "\(header)")
        }
        #expect(Self.fault(try other.assertion(of: client.id, at: Self.now), client)?.contains("not signed by a key") == true)
        let good = try signer.assertion(of: client.id, at: Self.now)
        for text in [
            "", "a.b", good + ".", good + "A", "." + good, String(good.dropLast()), good.replacing(".", with: "=."), "a.b.c",
            good + String(repeating: "A", count: 9000), good.split(separator: ".").prefix(2).joined(separator: ".") + ".",
        ] { #expect(Self.fault(text, client) != nil, "\(text.prefix(200))") }
    }

    @Test func aRuleAsksForMore() throws {
        let signer = ClientSigner.p256()
        let client = try Self.client(try signer.jwks)
        let now = Self.seconds
        let list = try signer.assertion(of: client.id, for: [Self.issuer], at: Self.now)
        #expect(Self.fault(list, client) == nil && Self.fault(list, client) { $0.isForOneOnly = true }?.contains("aud") == true)
        let plain = try signer.assertion(of: client.id, at: Self.now)
        #expect(Self.fault(plain, client) { $0.required = ["nbf"] } == "nbf is missing.")
        let old = try signer.assertion(of: client.id, at: Self.now, ["nbf": now - 3500, "exp": now + 60])
        #expect(
            Self.fault(old, client) { $0.oldest = 3600 } == nil && Self.fault(old, client) { $0.oldest = 3000 }?.contains("nbf") == true
        )
    }

    @Test func aTokenNamesItsClaimsOnce() throws {
        let signer = ClientSigner.p256()
        let client = try Self.client(try signer.jwks)
        let parts = try signer.assertion(of: client.id, at: Self.now).split(separator: ".").map(String.init)
        let twice = Base64URL(Array("{\"iss\":\"a\",\"iss\":\"b\"}".utf8)).text
        #expect(Self.fault([parts[0], twice, parts[2]].joined(separator: "."), client)?.contains("name nothing twice") == true)
    }

    @Test func keysAreTakenThatAreStrongAndPublic() throws {
        let (signer, rsa) = (ClientSigner.p256(), try #require(ClientSigner.rsa("PS256", "two")))
        let (ec, big) = (try signer.members, try rsa.members)
        func fault(_ keys: Any) throws -> String? {
            let text = String(decoding: try JSONSerialization.data(withJSONObject: keys), as: UTF8.self)
            do throws(ClientTokenFault) {
                _ = try ClientKeySet(json: text)
                return nil
            } catch {
                return error.words
            }
        }
        #expect(try fault(["keys": [ec, big]]) == nil)
        let set = try ClientKeySet(json: String(decoding: try JSONSerialization.data(withJSONObject: ["keys": [ec, big]]), as: UTF8.self))
        #expect(try ClientKeySet(json: try set.json) == set)
        for keys in [
            [], ["keys": []], ["keys": ec], ["keys": [1]], ["keys": [ec, ec]], ["keys": Array(repeating: ec, count: 11)],
        ] as [Any] { #expect(try fault(keys) != nil, "\(keys)") }
        for changes in [
            ["d": "AA"], ["use": "enc"], ["alg": "ES384"], ["alg": "RS256"], ["kty": "oct"], ["crv": "P-384"], ["x": "AA"], ["x": "!"],
            ["y": ec["x"]], ["kid": ""],
        ] as [[String: String?]] {
            #expect(try fault(["keys": [ec.merging(changes.compactMapValues(\.self)) { $1 }]]) != nil, "\(changes)")
        }
        for changes in [["n": "AQAB"], ["e": ""], ["e": "AQABAQABAQAB"], ["alg": "ES256"], ["p": "AA"]] {
            #expect(try fault(["keys": [big.merging(changes) { $1 }]]) != nil, "\(changes)")
        }
    }

    /// The example of RFC 7638, section 3.1.
    @Test func aKeyIsNamedByItsNumbers() throws {
        let n =
            "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W"
            + "-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbIS"
            + "D08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw"
        let key = try ClientKey(["kty": .string("RSA"), "n": .string(n), "e": .string("AQAB"), "alg": .string("RS256")])
        #expect(key.thumbprint == "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }

    @Test func aTokenCountsOnceWhateverNodeIsAsked() async throws {
        try await IdentityServer.run { (server) async throws in
            let signer = ClientSigner.p256()
            let client = try Self.client(try signer.jwks)
            let now = server.time.now()
            let jwt = try ClientJWT(
                compact: try signer.assertion(of: client.id, at: now),
                of: client,
                rule: ClientJWT.Rule(audiences: [Self.issuer]),
                at: now
            )
            let uses = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 { group.addTask { try await server.database.write { try jwt.use(in: $0) } } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(uses == 1)
            server.time.advance(seconds: 61)
            _ = try await IdentitySweep(environment: server.domain.environment).turn()
            #expect(try await server.rows("SELECT hash FROM oauthUsedToken").isEmpty)
        }
    }
}
