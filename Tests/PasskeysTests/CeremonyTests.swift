import Crypto
import CryptoExtras
import Passkeys
import TestSupport
import Testing

/// Registration and authentication by sections 7.1 and 7.2, step by step.
struct CeremonyTests {
    let site: RelyingParty
    let challenge = "Zm9yIG9uY2Ugb25seSwgYW5kIGZvciB0aGlzIHNpdGU"
    let owner: [UInt8] = Array("person".utf8)

    init() throws {
        site = try #require(RelyingParty(origin: "http://localhost:8080"))
    }

    private func register(_ authenticator: SoftAuthenticator) throws -> PasskeyRegistration {
        let created = try authenticator.create(challenge: challenge)
        return try PasskeyRegistration(
            clientDataJSON: created.clientDataJSON,
            attestationObject: created.attestationObject,
            challenge: challenge,
            relyingParty: site
        )
    }

    private func authenticate(
        _ authenticator: inout SoftAuthenticator,
        with key: COSEKey? = nil,
        after count: UInt32 = 0,
        type: String = "webauthn.get",
        challenge answered: String? = nil,
        bend: (inout SoftAuthenticator.Assertion) -> Void = { _ in }
    ) throws -> PasskeyAssertion {
        var given = try authenticator.get(challenge: answered ?? challenge, type: type)
        bend(&given)
        return try PasskeyAssertion(
            .init(
                clientDataJSON: given.clientDataJSON,
                authenticatorData: given.authenticatorData,
                signature: given.signature,
                userHandle: owner
            ),
            of: .init(publicKey: try key ?? COSEKey(authenticator.coseKey), signCount: count, userHandle: owner),
            isOwnerKnown: false,
            challenge: challenge,
            relyingParty: site
        )
    }

    private func refusal(_ work: () throws -> some Any) -> PasskeyError.Code? {
        do {
            _ = try work()
            return nil
        } catch {
            return (error as? PasskeyError)?.code
        }
    }

    @Test(arguments: [COSEKey.Algorithm.es256, .edDSA, .rs256], ["none", "packed"])
    func aKeyIsRegisteredAndSigns(_ algorithm: COSEKey.Algorithm, _ format: String) throws {
        let key: SoftAuthenticator.Key =
            switch algorithm {
            case .es256: .es256(P256.Signing.PrivateKey())
            case .edDSA: .edDSA(Curve25519.Signing.PrivateKey())
            case .rs256: .rs256(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            }
        var authenticator = SoftAuthenticator(key: key)
        authenticator.attestationFormat = format
        authenticator.flags = 0b11101
        let passkey = try register(authenticator)
        #expect(passkey.credentialID == authenticator.credentialID)
        #expect(passkey.publicKey.algorithm == algorithm)
        #expect(passkey.publicKey.encoded == authenticator.coseKey)
        #expect(passkey.isBackupEligible && passkey.isBackedUp)
        let assertion = try authenticate(&authenticator, with: try COSEKey(passkey.publicKey.encoded))
        #expect(assertion.signCount == 1)
        #expect(assertion.isBackedUp)
        let other = try COSEKey(SoftAuthenticator().coseKey)
        #expect(refusal { try authenticate(&authenticator, with: other) } == .signature)
    }

    @Test func anotherSitesKeyIsRefused() throws {
        var authenticator = SoftAuthenticator()
        authenticator.origin = "http://localhost:8081"
        #expect(refusal { try register(authenticator) } == .origin)
        #expect(refusal { try authenticate(&authenticator) } == .origin)
        authenticator.origin = "https://localhost:8080"
        #expect(refusal { try register(authenticator) } == .origin)
        authenticator.origin = "http://localhost:8080"
        authenticator.relyingPartyID = "example.org"
        #expect(refusal { try register(authenticator) } == .relyingParty)
        #expect(refusal { try authenticate(&authenticator) } == .relyingParty)
    }

    @Test(arguments: [
        (#""crossOrigin":true"#, PasskeyError.Code.origin), (#""topOrigin":"https://example.org""#, .origin),
        (#""crossOrigin":1"#, .malformed),
        (#""tokenBinding":{"status":"present","id":"x"}"#, .malformed),
    ]) func aFrameOrATokenBindingIsRefused(_ rest: String, _ code: PasskeyError.Code) {
        var authenticator = SoftAuthenticator()
        authenticator.clientDataRest = rest
        #expect(refusal { try register(authenticator) } == code)
        #expect(refusal { try authenticate(&authenticator) } == code)
    }

    @Test func whatBrowsersAddIsNoMatter() throws {
        var authenticator = SoftAuthenticator()
        authenticator.clientDataRest =
            #""crossOrigin":false,"tokenBinding":{"status":"supported"},"other_keys_can_be_added_here":"do not compare","x":[1,{}]"#
        authenticator.extensions = CBORValue.map([.text("credProtect"): 2]).encoded
        _ = try register(authenticator)
        _ = try authenticate(&authenticator)
    }

    @Test func theOtherCeremonyAndOtherChallengesAreRefused() throws {
        var authenticator = SoftAuthenticator()
        let created = try authenticator.create(challenge: challenge, type: "webauthn.get")
        #expect(
            refusal {
                try PasskeyRegistration(
                    clientDataJSON: created.clientDataJSON,
                    attestationObject: created.attestationObject,
                    challenge: challenge,
                    relyingParty: site
                )
            } == .type
        )
        #expect(refusal { try authenticate(&authenticator, type: "webauthn.create") } == .type)
        #expect(refusal { try authenticate(&authenticator, challenge: challenge + "A") } == .challenge)
        #expect(refusal { try authenticate(&authenticator, challenge: "") } == .challenge)
    }

    @Test(arguments: [
        (UInt8(0b100), PasskeyError.Code.userPresence), (0b001, .userVerification), (0, .userPresence), (0b10101, .malformed),
    ]) func somebodyMustTouchItAndBeRecognised(_ flags: UInt8, _ code: PasskeyError.Code) {
        var authenticator = SoftAuthenticator()
        authenticator.flags = flags
        #expect(refusal { try register(authenticator) } == code)
        #expect(refusal { try authenticate(&authenticator) } == code)
    }

    @Test func theCounterMustGoOn() throws {
        var authenticator = SoftAuthenticator()
        authenticator.signCount = 4
        #expect(try authenticate(&authenticator, after: 4).signCount == 5)
        #expect(refusal { try authenticate(&authenticator, after: 6) } == .counter)
        #expect(refusal { try authenticate(&authenticator, after: .max) } == .counter)
        authenticator.signCount = 0
        authenticator.countStep = 0
        #expect(refusal { try authenticate(&authenticator, after: 1) } == .counter)
        #expect(try authenticate(&authenticator, after: 0).signCount == 0)
    }

    @Test func whatWasNotSignedIsRefused() throws {
        var authenticator = SoftAuthenticator()
        #expect(refusal { try authenticate(&authenticator) { $0.authenticatorData[36] ^= 1 } } == .signature)
        #expect(refusal { try authenticate(&authenticator) { $0.clientDataJSON.insert(0x20, at: 1) } } == .signature)
        #expect(refusal { try authenticate(&authenticator) { $0.signature = [] } } == .signature)
        #expect(refusal { try authenticate(&authenticator) { $0.signature.append(0) } } == .signature)
        #expect(refusal { try authenticate(&authenticator) { $0.authenticatorData.append(0) } } == .malformed)
        #expect(refusal { try authenticate(&authenticator) { $0.authenticatorData = [] } } == .malformed)
        authenticator.flags |= 0x40
        #expect(refusal { try authenticate(&authenticator) } == .malformed)
    }

    @Test func theOwnerMustBeNamedUnlessKnown() throws {
        var authenticator = SoftAuthenticator()
        let given = try authenticator.get(challenge: challenge)
        func verify(_ handle: [UInt8]?, isOwnerKnown: Bool) throws {
            _ = try PasskeyAssertion(
                .init(
                    clientDataJSON: given.clientDataJSON,
                    authenticatorData: given.authenticatorData,
                    signature: given.signature,
                    userHandle: handle
                ),
                of: .init(publicKey: try COSEKey(authenticator.coseKey), signCount: 0, userHandle: owner),
                isOwnerKnown: isOwnerKnown,
                challenge: challenge,
                relyingParty: site
            )
        }
        try verify(owner, isOwnerKnown: false)
        try verify(nil, isOwnerKnown: true)
        #expect(refusal { try verify(nil, isOwnerKnown: false) } == .user)
        #expect(refusal { try verify([1], isOwnerKnown: true) } == .user)
    }

    @Test func attestationsThatWereNotAskedForAreRefused() throws {
        var authenticator = SoftAuthenticator()
        for format in ["fido-u2f", "apple", "tpm", "NONE", ""] {
            authenticator.attestationFormat = format
            #expect(refusal { try register(authenticator) } == .attestation, "\(format)")
        }
        let data = Array(SHA256.hash(data: Array("localhost".utf8)))
        let empty = CBORValue.map([.text("fmt"): .text("none"), .text("attStmt"): .map([:]), .text("authData"): .bytes(data)])
        let client = try authenticator.create(challenge: challenge).clientDataJSON
        for attestation in [empty.encoded, [], [0xA0], CBORValue.text("fmt").encoded] {
            let code = refusal {
                try PasskeyRegistration(clientDataJSON: client, attestationObject: attestation, challenge: challenge, relyingParty: site)
            }
            #expect(code == .malformed)
        }
    }

    @Test func keysThatAreNoneAreRefused() throws {
        let x = [UInt8](repeating: 1, count: 32)
        let modulus = [UInt8](repeating: 0xFF, count: 256)
        let keys: [(CBORValue, PasskeyError.Code)] = [
            (.map([1: 2, 3: -7, -1: 1, -2: .bytes(x), -3: .bytes(x)]), .algorithm),  // not on the curve
            (.map([1: 2, 3: -7, -1: 2, -2: .bytes(x), -3: .bytes(x)]), .algorithm),
            (.map([1: 2, 3: -7, -1: 1, -2: .bytes(x), -3: .simple(21)]), .algorithm),
            (.map([1: 2, 3: -35, -1: 2, -2: .bytes(x), -3: .bytes(x)]), .algorithm),
            (.map([1: 2, 3: -8, -1: 1, -2: .bytes(x), -3: .bytes(x)]), .algorithm),
            (.map([1: 2, -1: 1, -2: .bytes(x), -3: .bytes(x)]), .malformed),
            (.map([1: 1, 3: -8, -1: 6, -2: .bytes(Array(x.dropFirst()))]), .algorithm),
            (.map([1: 3, 3: -257, -1: .bytes(Array(modulus.dropFirst())), -2: .bytes([1, 0, 1])]), .algorithm),
            (.map([1: 3, 3: -257, -1: .bytes(modulus), -2: .bytes([2])]), .algorithm),
            (.map([1: 3, 3: -257, -1: .bytes(modulus), -2: .bytes([1])]), .algorithm),
            (.array([]), .malformed),
        ]
        for (key, code) in keys {
            var authenticator = SoftAuthenticator()
            authenticator.publicKey = key.encoded
            #expect(refusal { try register(authenticator) } == code, "\(key)")
        }
        var authenticator = SoftAuthenticator()
        let right = try CBORDecoder.decode(authenticator.coseKey[...])
        let point = (right[-2]?.bytes ?? [], right[-3]?.bytes ?? [])
        authenticator.publicKey = CBORValue.map([1: 2, 2: .bytes([1]), 3: -7, -1: 1, -2: .bytes(point.0), -3: .bytes(point.1)]).encoded
        #expect(refusal { try register(authenticator) } == .algorithm)
    }

    @Test func idsOfImpossibleLengthAreRefused() throws {
        var authenticator = SoftAuthenticator()
        authenticator.credentialID = [UInt8](repeating: 7, count: 1023)
        _ = try register(authenticator)
        authenticator.credentialID.append(7)
        #expect(refusal { try register(authenticator) } == .malformed)
        authenticator.credentialID = []
        #expect(refusal { try register(authenticator) } == .malformed)
    }

    @Test func everyTruncationIsRefusedAndNothingCrashes() throws {
        let authenticator = SoftAuthenticator()
        let created = try authenticator.create(challenge: challenge)
        for count in 0..<created.attestationObject.count {
            let cut = Array(created.attestationObject.prefix(count))
            let code = refusal {
                try PasskeyRegistration(
                    clientDataJSON: created.clientDataJSON,
                    attestationObject: cut,
                    challenge: challenge,
                    relyingParty: site
                )
            }
            #expect(code == .malformed)
        }
        for index in created.attestationObject.indices {
            var bent = created.attestationObject
            bent[index] ^= 0x20
            _ = try? PasskeyRegistration(
                clientDataJSON: created.clientDataJSON,
                attestationObject: bent,
                challenge: challenge,
                relyingParty: site
            )
        }
    }
}
