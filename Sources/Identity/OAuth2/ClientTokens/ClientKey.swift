import Crypto
import CryptoExtras
import Foundation
import ParaphWire
import ServerKit

/// A public key of a client, by which what it signs is verified (RFC 7517, section 4; RFC 7518, section 6): P-256, or RSA of 2048 to 4096 bits.
struct ClientKey: Hashable, Sendable {
    /// What tokens call it (`kid`).
    let id: String?
    /// The one algorithm that it is for; `nil` where any of its type does.
    let algorithm: ProofAlgorithm?
    private let numbers: Numbers

    private enum Numbers: Hashable, Sendable {
        case rsa(n: [UInt8], e: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
    }

    /// Reads the members of a JSON Web Key.
    ///
    /// - Throws: a ``ClientTokenFault`` for a private key, a weak one, one that is not on its curve, and one that is for something else.
    init(_ members: [String: JSONValue]) throws(ClientTokenFault) {
        func text(_ name: String) throws(ClientTokenFault) -> String? {
            switch members[name] {
            case nil: return nil
            case .string(let text) where (1...1024).contains(text.utf8.count): return text
            default: throw ClientTokenFault("\(name) of the key must be text of 1 to 1024 bytes.")
            }
        }
        func number(_ name: String) throws(ClientTokenFault) -> [UInt8] {
            guard let text = try text(name), let bytes = Base64URL(text)?.bytes else {
                throw ClientTokenFault("\(name) of the key must be base64url without padding.")
            }
            return bytes
        }
        // A private key that was sent is no secret any more, and is not to be kept here (RFC 7518, sections 6.2.2, 6.3.2 and 6.4).
        guard ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].allSatisfy({ members[$0] == nil }) else {
            throw ClientTokenFault("The key holds a secret: send the public part, and put another key in its place.")
        }
        guard try text("use") ?? "sig" == "sig" else { throw ClientTokenFault("The key is not for signatures: use must be sig.") }
        id = try text("kid")
        let named = try text("alg")
        algorithm = named.flatMap(ProofAlgorithm.init)
        guard named == nil || algorithm != nil else { throw ClientTokenFault("alg of the key must be ES256, PS256 or RS256.") }
        switch try text("kty") {
        case "EC":
            let (x, y) = (try number("x"), try number("y"))
            guard try text("crv") == "P-256", algorithm ?? .es256 == .es256, x.count == 32, y.count == 32,
                (try? P256.Signing.PublicKey(rawRepresentation: x + y)) != nil
            else { throw ClientTokenFault("A key of type EC must be a point of P-256, for ES256.") }
            numbers = .p256(x: x, y: y)
        case "RSA":
            let (n, e) = (try number("n"), try number("e"))
            let bits = n.count * 8 - (n.first?.leadingZeroBitCount ?? 8)
            guard algorithm != .es256, n.first != 0, e.first != 0, (2048...4096).contains(bits), (1...4).contains(e.count),
                (try? _RSA.Signing.PublicKey(n: n, e: e)) != nil
            else { throw ClientTokenFault("A key of type RSA must have 2048 to 4096 bits, for PS256 or RS256.") }
            numbers = .rsa(n: n, e: e)
        default: throw ClientTokenFault("kty of the key must be EC or RSA.")
        }
    }

    /// Whether it made a signature.
    func verifies(_ signature: [UInt8], of signed: [UInt8], by algorithm: ProofAlgorithm) -> Bool {
        guard self.algorithm ?? algorithm == algorithm else { return false }
        switch (numbers, algorithm) {
        case (.p256(let x, let y), .es256):
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y),
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
            else { return false }
            return key.isValidSignature(signature, for: signed)
        case (.rsa(let n, let e), .ps256), (.rsa(let n, let e), .rs256):
            guard let key = try? _RSA.Signing.PublicKey(n: n, e: e) else { return false }
            let padding: _RSA.Signing.Padding = algorithm == .ps256 ? .PSS : .insecurePKCS1v1_5
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature),
                for: SHA256.hash(data: signed),
                padding: padding
            )
        default: return false
        }
    }

    /// What names the key by its own numbers (RFC 7638, section 3): the SHA-256 of its required members, as base64url.
    var thumbprint: String {
        let text =
            switch numbers {
            case .rsa(let n, let e): #"{"e":"\#(Base64URL(e).text)","kty":"RSA","n":"\#(Base64URL(n).text)"}"#
            case .p256(let x, let y): #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL(x).text)","y":"\#(Base64URL(y).text)"}"#
            }
        return Base64URL(SHA256.hash(data: Array(text.utf8))).text
    }

    /// The members that are kept of it.
    var members: [String: String] {
        var members =
            switch numbers {
            case .rsa(let n, let e): ["kty": "RSA", "n": Base64URL(n).text, "e": Base64URL(e).text]
            case .p256(let x, let y): ["kty": "EC", "crv": "P-256", "x": Base64URL(x).text, "y": Base64URL(y).text]
            }
        members["use"] = "sig"
        members["kid"] = id
        members["alg"] = algorithm?.rawValue
        return members
    }
}
