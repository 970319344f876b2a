public import Crypto
public import CryptoExtras
import ParaphWire
import Passkeys

/// An authenticator in software with one passkey, and the browser that it is plugged into; what it says can be bent.
public struct SoftAuthenticator: Sendable {
    /// What a browser gives of a new passkey.
    public struct Creation: Sendable {
        public var clientDataJSON: [UInt8]
        public var attestationObject: [UInt8]
    }

    /// What a browser gives of an assertion.
    public struct Assertion: Sendable {
        public var clientDataJSON: [UInt8]
        public var authenticatorData: [UInt8]
        public var signature: [UInt8]
    }

    /// The key that it signs with.
    public enum Key: Sendable {
        case es256(P256.Signing.PrivateKey)
        case edDSA(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    public let key: Key
    public var credentialID: [UInt8] = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
    public var relyingPartyID: String
    public var origin: String
    /// User present and verified.
    public var flags: UInt8 = 0b101
    public var signCount: UInt32 = 0
    /// How far the counter goes on with each assertion.
    public var countStep: UInt32 = 1
    /// What the client data hold besides type, challenge and origin.
    public var clientDataRest = #""crossOrigin":false"#
    public var attestationFormat = "none"
    /// The public key as it is told, instead of the right one.
    public var publicKey: [UInt8]?
    /// The extensions' outputs, in CBOR.
    public var extensions: [UInt8] = []

    /// Makes an authenticator with a key for a site.
    public init(
        key: Key = .es256(P256.Signing.PrivateKey()),
        relyingPartyID: String = "localhost",
        origin: String = "http://localhost:8080"
    ) {
        self.key = key
        self.relyingPartyID = relyingPartyID
        self.origin = origin
    }

    /// Answers `navigator.credentials.create`; `challenge` is base64url.
    public func create(challenge: String, type: String = "webauthn.create") throws -> Creation {
        let client = clientData(type: type, challenge: challenge)
        let data = authenticatorData(flags: flags | 0x40) + attested + extensions
        var statement = CBORValue.map([:])
        if attestationFormat == "packed" {
            let signature = try sign(data + Array(SHA256.hash(data: client)))
            statement = .map([.text("alg"): .integer(algorithm), .text("sig"): .bytes(signature)])
        }
        let attestation = CBORValue.map([
            .text("fmt"): .text(attestationFormat), .text("attStmt"): statement, .text("authData"): .bytes(data),
        ])
        return Creation(clientDataJSON: client, attestationObject: attestation.encoded)
    }

    /// Answers `navigator.credentials.get`; `challenge` is base64url.
    public mutating func get(challenge: String, type: String = "webauthn.get") throws -> Assertion {
        let client = clientData(type: type, challenge: challenge)
        signCount &+= countStep
        let data = authenticatorData(flags: flags) + extensions
        return Assertion(
            clientDataJSON: client,
            authenticatorData: data,
            signature: try sign(data + Array(SHA256.hash(data: client)))
        )
    }

    /// The key's COSE number.
    public var algorithm: Int {
        switch key {
        case .es256: -7
        case .edDSA: -8
        case .rs256: -257
        }
    }

    /// The public key as COSE_Key.
    public var coseKey: [UInt8] {
        switch key {
        case .es256(let key):
            let point = Array(key.publicKey.x963Representation)
            return CBORValue.map([1: 2, 3: -7, -1: 1, -2: .bytes(Array(point[1..<33])), -3: .bytes(Array(point[33...]))]).encoded
        case .edDSA(let key): return CBORValue.map([1: 1, 3: -8, -1: 6, -2: .bytes(Array(key.publicKey.rawRepresentation))]).encoded
        case .rs256(let key):
            guard let numbers = try? key.publicKey.getKeyPrimitives() else { return [] }
            return CBORValue.map([1: 3, 3: -257, -1: .bytes(Array(numbers.modulus)), -2: .bytes(Array(numbers.publicExponent))]).encoded
        }
    }

    private var attested: [UInt8] {
        [UInt8](repeating: 0, count: 16) + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID
            + (publicKey ?? coseKey)
    }

    private func clientData(type: String, challenge: String) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)",\#(clientDataRest)}"#.utf8)
    }

    private func authenticatorData(flags: UInt8) -> [UInt8] {
        Array(SHA256.hash(data: Array(relyingPartyID.utf8))) + [flags | (extensions.isEmpty ? 0 : 0x80)]
            + (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> UInt32(8 * $0)) }
    }

    private func sign(_ message: [UInt8]) throws -> [UInt8] {
        switch key {
        case .es256(let key): Array(try key.signature(for: message).derRepresentation)
        case .edDSA(let key): Array(try key.signature(for: message))
        case .rs256(let key):
            Array(try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }
}
