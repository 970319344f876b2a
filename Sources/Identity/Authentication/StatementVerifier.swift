import Crypto
import ParaphStorage
import ParaphWire
import Passkeys
import ServerKit

/// Judges what a device says about an answer, by the one kind of key that it has: a P-256 key's JWS or a passkey's assertion.
///
/// A passkey's assertion is no more than that of another key: it binds a sample to a challenge, and opens nothing unless the sample is the
/// person's.
struct StatementVerifier: Sendable {
    let environment: IdentityEnvironment
    let asked: Answerable

    /// Everything about a passkey's statement holds but its counter.
    struct CounterFault: Error {
        let attempt: Int
        let error: PasskeyError
    }

    /// What holds of a statement.
    struct Verified {
        /// The attempt's number.
        let attempt: Int
        /// The passkey with its new counter, where one signed.
        var passkey: PasskeyRecord?
        /// Whether the number that was typed is the request's, where it asks for one.
        var isCodeRight: Bool
    }

    /// What holds of a statement, where it is that of the device's key about this challenge.
    ///
    /// - Throws: a ``Problem``; ``CounterFault``.
    func verify(_ answer: ChallengeAnswer) throws -> Verified {
        let sample = answer.sample.bytes
        switch (answer.assertion, answer.passkey) {
        case (let assertion?, nil):
            let statement = try DeviceAssertion<AnswerClaims>(compact: assertion)
            try statement.check(publicKey: publicKey, asked: asked, sample: sample, now: environment.time.now())
            return Verified(attempt: try attempt(of: statement.claims), isCodeRight: isCodeRight(statement.claims))
        case (nil, let statement?):
            return try verify(statement, sample: sample)
        default:
            throw Problem.invalid("assertion", .missing, "or passkey must be there, and not both")
        }
    }

    private func verify(_ statement: PasskeyStatement<AnswerClaims>, sample: [UInt8]) throws -> Verified {
        let party = try PasskeyService(environment: environment).relyingParty()
        let now = environment.time.now()
        try statement.claims.check(asked, sample: sample, now: now)
        let attempt = try attempt(of: statement.claims)
        var passkey = asked.passkey.flatMap { $0.credentialID == statement.credentialId.bytes ? $0 : nil }
        do throws(PasskeyError) {
            let decoy = try Self.decoyCredential(userHandle: statement.userHandle?.bytes ?? [])
            let credential = if let passkey { try passkey.credential } else { decoy }
            let assertion = try statement.check(credential, relyingParty: party)
            passkey?.signCount = assertion.signCount
            passkey?.isBackedUp = assertion.isBackedUp
            passkey?.lastUsedAt = now
            return Verified(attempt: attempt, passkey: passkey, isCodeRight: isCodeRight(statement.claims))
        } catch {
            if error.code == .counter { throw CounterFault(attempt: attempt, error: error) }
            let field = Problem.Field(name: "passkey", code: FieldCode(rawValue: error.code.rawValue), detail: error.detail)
            throw Problem.badAssertion("The passkey that is the device's key did not say this: \(error.detail)", fields: [field])
        }
    }

    private func isCodeRight(_ claims: AnswerClaims) -> Bool {
        asked.request?.code.map { code in claims.num.map { SecretHash(of: $0) } == SecretHash(of: code) } ?? true
    }

    private func attempt(of claims: AnswerClaims) throws -> Int {
        let limit = environment.settings.challengeAttempts
        guard (1...limit).contains(claims.att) else { throw Problem.badAssertion("The claim att must be 1 to \(limit).") }
        return claims.att
    }

    /// The device's P-256 key, unless a passkey took its place.
    private var publicKey: [UInt8] {
        guard let device = asked.device, device.passkeyID == nil else { return Self.decoyKey }
        return device.publicKey
    }

    /// A key without a holder, so that answers to decoys take as long to refuse as others.
    private static let decoyKey = Array(P256.Signing.PrivateKey().publicKey.x963Representation)

    private static func decoyCredential(userHandle: [UInt8]) throws(PasskeyError) -> PasskeyAssertion.Credential {
        let (x, y) = (Array(decoyKey[1..<33]), Array(decoyKey[33...]))
        let key = try COSEKey(.map([1: 2, 3: -7, -1: 1, -2: .bytes(x), -3: .bytes(y)]))
        return PasskeyAssertion.Credential(publicKey: key, signCount: 0, userHandle: userHandle)
    }
}
