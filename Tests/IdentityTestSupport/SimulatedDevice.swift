import Crypto
import Foundation
import ParaphInk
import ParaphWire

/// A person's device as the server sees it: a key, and statements that it signs.
struct SimulatedDevice: Sendable {
    let key = P256.Signing.PrivateKey()
    var id = ""
    var name = "Anna’s phone"

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    /// The key with the proof that this device holds its private part.
    func deviceKey(subject: String) throws -> DeviceKey {
        let message = Array("paraph-device-v1".utf8) + [0] + Array(subject.utf8) + [0] + publicKey
        let proof = try key.signature(for: message).rawRepresentation
        return DeviceKey(
            publicKey: Base64URL(publicKey),
            proof: Base64URL(proof),
            name: name,
            kind: .ios,
            model: "iPhone",
            osVersion: "18.1"
        )
    }

    /// What an honest device says about its answer.
    func claims(_ challenge: Challenge, sample: [UInt8], attempt: Int, now: Timestamp) -> AnswerClaims {
        AnswerClaims(
            rid: challenge.id,
            nonce: challenge.nonce.text,
            aud: challenge.audience,
            msg: challenge.bindingMessage,
            smp: Base64URL(SHA256.hash(data: sample)).text,
            att: attempt,
            iat: Int(now.milliseconds / 1000),
            dec: "approve"
        )
    }

    /// An answer; `edit` changes the claims before they are signed.
    func answer(
        _ challenge: Challenge,
        _ sample: Sample,
        attempt: Int,
        now: Timestamp,
        edit: (inout AnswerClaims) -> Void = { _ in }
    ) throws -> ChallengeAnswer {
        let bytes = sample.encoded()
        var claims = claims(challenge, sample: bytes, attempt: attempt, now: now)
        edit(&claims)
        let header = #"{"alg":"ES256","kid":"\#(id)","typ":"paraph-answer+jwt"}"#
        return ChallengeAnswer(assertion: try assertion(header: header, claims: claims), sample: Base64URL(bytes))
    }

    /// A compact JWS of any header and claims.
    func assertion(header: String, claims: some DeviceClaims) throws -> String {
        let signed = "\(Base64URL(Array(header.utf8)).text).\(Base64URL(try JSONEncoder().encode(claims)).text)"
        let signature = try key.signature(for: Array(signed.utf8)).rawRepresentation
        return "\(signed).\(Base64URL(signature).text)"
    }

    /// What an honest device says of a digest that is to be sealed; `edit` changes the claims before they are signed.
    func sealRequest(
        _ signatureID: String,
        document: String,
        digest: [UInt8],
        now: Timestamp,
        type: String = "paraph-seal+jwt",
        edit: (inout SealClaims) -> Void = { _ in }
    ) throws -> SealRequest {
        let digest = Base64URL(digest)
        var claims = SealClaims(
            aud: "http://localhost:8080",
            dec: "seal",
            dig: digest.text,
            doc: document,
            iat: Int(now.milliseconds / 1000),
            sig: signatureID
        )
        edit(&claims)
        let header = #"{"alg":"ES256","kid":"\#(id)","typ":"\#(type)"}"#
        let statement = try assertion(header: header, claims: claims)
        return SealRequest(signatureId: signatureID, previousHash: document, digest: digest, assertion: statement)
    }
}
