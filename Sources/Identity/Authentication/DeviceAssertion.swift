import Crypto
import Foundation
import ParaphWire
import ServerKit

/// A device's statement: a compact JWS (RFC 7515) of `ES256` (RFC 7518, section 3.4) over claims such as ``AnswerClaims``.
///
/// Only this one form is taken: these three header members and no others, base64url without padding or stray bits, r ‖ s of 64 bytes.
/// A signature's twin with the other s is taken too, for browsers make both; what keeps an answer from counting twice is its attempt number.
struct DeviceAssertion<Claims: DeviceClaims>: Sendable {
    /// The id of the device that says it signed.
    let deviceID: String
    let claims: Claims
    private let signed: [UInt8]
    private let signature: P256.Signing.ECDSASignature

    /// Reads a statement of a type; nothing about it is believed yet.
    ///
    /// - Throws: a `badAssertion` ``Problem``.
    init(compact text: String, type: String) throws {
        guard text.utf8.count <= 16_384 else { throw Problem.badAssertion("The assertion is longer than 16384 bytes.") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = Base64URL(String(parts[0])), let body = Base64URL(String(parts[1])),
            let tail = Base64URL(String(parts[2])), tail.bytes.count == 64
        else {
            throw Problem.badAssertion(
                "The assertion is not a compact JWS: three parts of base64url without padding, the last of 64 bytes."
            )
        }
        guard let header = try? JSONBody.decode(AssertionHeader.self, from: head.bytes), header.alg == "ES256", header.typ == type else {
            throw Problem.badAssertion("The header must hold exactly alg ES256, kid and typ \(type).")
        }
        guard let claims = try? JSONBody.decode(Claims.self, from: body.bytes) else {
            throw Problem.badAssertion("The payload does not hold exactly the claims of a \(type).")
        }
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: tail.bytes) else {
            throw Problem.badAssertion("The signature is not r and s of 32 bytes each.")
        }
        deviceID = header.kid
        self.claims = claims
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// Whether a P-256 key signed the statement.
    func isSigned(by publicKey: [UInt8]) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey) else { return false }
        return key.isValidSignature(signature, for: signed)
    }
}

private struct AssertionHeader: Codable {
    var alg: String
    var kid: String
    var typ: String
}

extension DeviceAssertion<AnswerClaims> {
    init(compact text: String) throws {
        try self.init(compact: text, type: "paraph-answer+jwt")
    }

    /// Throws unless the P-256 key signed the statement, and every claim is what the challenge and the sample make it.
    func check(publicKey: [UInt8], asked: Answerable, sample: [UInt8], now: Timestamp) throws {
        guard isSigned(by: publicKey), deviceID == asked.challenge.deviceID else {
            throw Problem.badAssertion("The assertion is not signed by the device that the challenge is for.")
        }
        try claims.check(asked, sample: sample, now: now)
    }
}
