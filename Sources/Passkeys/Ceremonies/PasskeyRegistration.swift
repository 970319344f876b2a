import Crypto

/// A new passkey, once what the browser and the authenticator said of it holds.
public struct PasskeyRegistration: Hashable, Sendable {
    /// What the key is called towards browsers: 1 to 1023 bytes.
    public let credentialID: [UInt8]
    public let publicKey: COSEKey
    /// Where the authenticator's counter stands; 0 where it has none.
    public let signCount: UInt32
    /// Whether the key may be copied to other devices of the person.
    public let isBackupEligible: Bool
    /// Whether it is.
    public let isBackedUp: Bool

    /// Verifies the answer to a request for a new passkey by section 7.1, for a site that asks for no attestation and for user verification.
    ///
    /// Steps 1 to 4 are the page's and the decoder's. Whether the id is new (step 22) is for the caller, who knows them all.
    /// Attestation: a browser that was asked for none gives either the format `none`, or a `packed` statement that the new key signed itself
    /// (section 5.1.3, step 20). These two are taken; the second says no more than the first. Every other format is refused: its statement
    /// would have to be verified (step 19) before the key could be taken as if it were unattested (step 24).
    /// - Parameters:
    ///   - clientDataJSON: As the browser gave it.
    ///   - attestationObject: As the browser gave it.
    ///   - challenge: The challenge as it was sent: base64url without padding.
    ///   - relyingParty: This site.
    /// - Throws: ``PasskeyError`` that names the step.
    public init(
        clientDataJSON: [UInt8],
        attestationObject: [UInt8],
        challenge: String,
        relyingParty: RelyingParty
    ) throws(PasskeyError) {
        // Steps 5 to 10.
        try ClientData(clientDataJSON).check(.registration, challenge: challenge, relyingParty: relyingParty)
        // Steps 11 and 12.
        let attestation = try AttestationObject(attestationObject)
        let data = try AuthenticatorData(attestation.authenticatorData)
        // Steps 13 to 15.
        try data.check(.registration, relyingParty: relyingParty)
        // Step 16; the algorithm itself is known to be one that is asked for.
        guard let credential = data.credential else {
            throw PasskeyError(.malformed, "The authenticator data holds no key (section 6.1).")
        }
        try credential.publicKey.checkUsable()
        // Step 17: no extension is asked for, and outputs of others are ignored. Steps 18 to 21 and 24.
        try attestation.check(key: credential.publicKey, clientDataHash: Array(SHA256.hash(data: clientDataJSON)))
        credentialID = credential.id
        publicKey = credential.publicKey
        signCount = data.signCount
        isBackupEligible = data.flags.contains(.backupEligible)
        isBackedUp = data.flags.contains(.backedUp)
    }
}

extension AttestationObject {
    /// Throws unless this is no attestation, or the new key's own.
    fileprivate func check(key: COSEKey, clientDataHash: [UInt8]) throws(PasskeyError) {
        switch format {
        case "none":
            guard statement.count == 0 else {
                throw PasskeyError(.attestation, "The attestation of format none is not empty (section 8.7).")
            }
        case "packed":
            guard statement.count == 2, let algorithm = statement["alg"]?.integer, let signature = statement["sig"]?.bytes else {
                throw PasskeyError(
                    .attestation,
                    "The packed attestation is not the new key's own, and no other was asked for (section 8.2)."
                )
            }
            guard algorithm == key.algorithm.rawValue, key.isValidSignature(signature, for: authenticatorData + clientDataHash) else {
                throw PasskeyError(.attestation, "The new key did not sign its packed attestation (section 8.2).")
            }
        default:
            throw PasskeyError(.attestation, "No attestation was asked for, and one came (section 7.1, step 18).")
        }
    }
}
