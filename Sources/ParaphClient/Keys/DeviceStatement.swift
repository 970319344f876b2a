import Crypto
import Foundation
import ParaphWire

/// What this device says with its key.
struct DeviceStatement: Sendable {
    let deviceID: String
    let key: any DeviceSigningKey
    let clock: ServerClock

    /// What a device signs besides the sample.
    struct About: Hashable, Sendable {
        /// The SHA-256 of the document that is signed, in lower-case hexadecimal.
        var document: String?
        /// The digests that a program's request wants signed.
        var digests: [Base64URL] = []
        /// The description of a program's request exactly as shown.
        var description: String?
        /// The number that the program shows, as the person typed it.
        var code: String?
    }

    /// The answer to a challenge.
    func answer(_ challenge: Challenge, sample: [UInt8], attempt: Int, about: About, ink: InkColor?) async throws -> ChallengeAnswer {
        let claims = AnswerClaims(
            rid: challenge.id,
            nonce: challenge.nonce.text,
            aud: challenge.audience,
            msg: challenge.bindingMessage,
            smp: Base64URL(SHA256.hash(data: sample)).text,
            att: attempt,
            iat: seconds,
            dec: "approve",
            doc: about.document,
            dig: about.digests.isEmpty ? nil : about.digests.map(\.text).joined(separator: " "),
            dsc: about.description,
            num: about.code
        )
        let assertion = try await assertion(claims, type: "paraph-answer+jwt")
        return ChallengeAnswer(assertion: assertion, sample: Base64URL(sample), ink: ink)
    }

    /// Asks for the seal of what a document's signature covers.
    func seal(_ digest: Base64URL, document hash: String, signature id: String, audience: String) async throws -> SealRequest {
        let claims = SealClaims(aud: audience, dec: "seal", dig: digest.text, doc: hash, iat: seconds, sig: id)
        let assertion = try await assertion(claims, type: "paraph-seal+jwt")
        return SealRequest(signatureId: id, previousHash: hash, digest: digest, assertion: assertion)
    }

    private var seconds: Int { Int(clock.now().milliseconds / 1000) }

    /// A compact JWS (RFC 7515).
    private func assertion(_ claims: some DeviceClaims, type: String) async throws -> String {
        let header = CanonicalJSON.object(["alg": .string("ES256"), "kid": .string(deviceID), "typ": .string(type)]).bytes
        let signed = "\(Base64URL(header).text).\(Base64URL(claims.canonical).text)"
        return "\(signed).\(Base64URL(try await key.signature(for: Array(signed.utf8))).text)"
    }
}

extension DeviceSigningKey {
    /// The public key with the proof that this device holds the private one, bound to the request that it is sent with.
    func announced(for subject: String, as description: DeviceDescription) async throws -> DeviceKey {
        let message = Array("paraph-device-v1".utf8) + [0] + Array(subject.utf8) + [0] + publicKey
        return DeviceKey(
            publicKey: Base64URL(publicKey),
            proof: Base64URL(try await signature(for: message)),
            name: description.name,
            kind: description.kind,
            model: description.model,
            osVersion: description.osVersion
        )
    }
}
