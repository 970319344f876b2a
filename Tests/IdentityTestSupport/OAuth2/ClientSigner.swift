import Crypto
import CryptoExtras
import Foundation
import ParaphStorage
import ParaphWire

@testable import Identity

/// A client's own key, and what it signs with it.
struct ClientSigner: Sendable {
    enum Key: Sendable {
        case p256(P256.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    var key: Key
    var id: String? = "one"
    var algorithm: String

    static func p256(_ id: String? = "one") -> ClientSigner {
        ClientSigner(key: .p256(P256.Signing.PrivateKey()), id: id, algorithm: "ES256")
    }

    /// One key for all tests: to make one takes long.
    static let rsaKey = try? _RSA.Signing.PrivateKey(keySize: .bits2048)

    static func rsa(_ algorithm: String, _ id: String? = "one") -> ClientSigner? {
        rsaKey.map { ClientSigner(key: .rsa($0), id: id, algorithm: algorithm) }
    }

    /// The public part.
    var members: [String: String] {
        get throws {
            var members =
                switch key {
                case .p256(let key):
                    [
                        "kty": "EC", "crv": "P-256", "x": Base64URL(key.publicKey.rawRepresentation.prefix(32)).text,
                        "y": Base64URL(key.publicKey.rawRepresentation.suffix(32)).text,
                    ]
                case .rsa(let key):
                    [
                        "kty": "RSA", "n": Base64URL(try key.publicKey.getKeyPrimitives().modulus).text,
                        "e": Base64URL(try key.publicKey.getKeyPrimitives().publicExponent).text,
                    ]
                }
            members["kid"] = id
            return members
        }
    }

    /// What it is registered by.
    var jwks: String {
        get throws { String(decoding: try JSONSerialization.data(withJSONObject: ["keys": [try members]]), as: UTF8.self) }
    }

    /// Signs claims; a header of `nil` is left out.
    func sign(_ claims: [String: Any], header changes: [String: Any?] = [:]) throws -> String {
        var header: [String: Any?] = ["alg": algorithm, "kid": id]
        header.merge(changes) { $1 }
        let parts = try [header.compactMapValues(\.self), claims].map {
            Base64URL(try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys, .withoutEscapingSlashes])).text
        }
        let signed = Array(parts.joined(separator: ".").utf8)
        let signature =
            switch key {
            case .p256(let key): try key.signature(for: signed).rawRepresentation
            case .rsa(let key):
                try key.signature(for: SHA256.hash(data: signed), padding: algorithm == "PS256" ? .PSS : .insecurePKCS1v1_5)
                    .rawRepresentation
            }
        return (parts + [Base64URL(signature).text]).joined(separator: ".")
    }

    /// What says who a client is; `nil` leaves a claim out.
    func assertion(
        of client: String,
        for audience: Any = "http://localhost:8080",
        at now: Timestamp,
        _ changes: [String: Any?] = [:],
        header: [String: Any?] = [:]
    ) throws -> String {
        let seconds = now.milliseconds / 1000
        var claims: [String: Any?] = [
            "iss": client, "sub": client, "aud": audience, "jti": Identifier.random(), "iat": seconds, "exp": seconds + 60,
        ]
        claims.merge(changes) { $1 }
        return try sign(claims.compactMapValues(\.self), header: header)
    }
}
