import Crypto
import CryptoExtras
import JWTKit
import ParaphStorage
import ParaphWire

/// A key that signs ID tokens.
struct SigningKey: Sendable {
    let id: String
    private let key: Key

    private enum Key: Sendable {
        case rsa(_RSA.Signing.PrivateKey)
        case p256(P256.Signing.PrivateKey)
    }

    /// Makes a key: RSA of 2048 bits, or P-256.
    init(_ algorithm: SigningAlgorithm) throws {
        id = Identifier.random()
        key =
            switch algorithm {
            case .rs256: .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            case .es256: .p256(P256.Signing.PrivateKey())
            }
    }

    /// Takes a key back that was kept.
    init(id: String, algorithm: SigningAlgorithm, secret: [UInt8]) throws {
        self.id = id
        key =
            switch algorithm {
            case .rs256: .rsa(try _RSA.Signing.PrivateKey(derRepresentation: secret))
            case .es256: .p256(try P256.Signing.PrivateKey(rawRepresentation: secret))
            }
    }

    /// The key as it is kept, sealed.
    var secret: [UInt8] {
        switch key {
        case .rsa(let key): Array(key.derRepresentation)
        case .p256(let key): Array(key.rawRepresentation)
        }
    }

    /// What clients verify by.
    var publicKey: JSONWebKey {
        get throws {
            switch key {
            case .rsa(let key):
                let primitives = try key.publicKey.getKeyPrimitives()
                let (n, e) = (Base64URL(Array(primitives.modulus)).text, Base64URL(Array(primitives.publicExponent)).text)
                return JSONWebKey(kty: "RSA", kid: id, alg: SigningAlgorithm.rs256.rawValue, n: n, e: e)
            case .p256(let key):
                let point = Array(key.publicKey.rawRepresentation)
                let (x, y) = (Base64URL(Array(point[..<32])).text, Base64URL(Array(point[32...])).text)
                return JSONWebKey(kty: "EC", kid: id, alg: SigningAlgorithm.es256.rawValue, crv: "P-256", x: x, y: y)
            }
        }
    }

    /// A compact JWS over claims, which names this key.
    func sign(_ token: some JWTPayload) async throws -> String {
        let (collection, kid) = (JWTKeyCollection(), JWKIdentifier(string: id))
        switch key {
        case .rsa(let key): await collection.add(rsa: try JWTKit.Insecure.RSA.PrivateKey(backing: key), digestAlgorithm: .sha256, kid: kid)
        case .p256(let key): await collection.add(ecdsa: try ES256PrivateKey(backing: key), kid: kid)
        }
        return try await collection.sign(token, kid: kid)
    }
}
