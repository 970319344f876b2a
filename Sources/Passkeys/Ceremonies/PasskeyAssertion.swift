import Crypto

/// What a passkey said about a challenge, once it holds.
public struct PasskeyAssertion: Hashable, Sendable {
    /// Where the authenticator's counter stands now, to be kept (section 7.2, step 21); 0 where it has none.
    public let signCount: UInt32
    /// Whether the key is copied to other devices of the person, to be kept.
    public let isBackedUp: Bool

    /// A passkey as the site keeps it.
    public struct Credential: Hashable, Sendable {
        public let publicKey: COSEKey
        /// The counter that was seen last.
        public let signCount: UInt32
        /// What the site calls the key's owner: the user handle that the key was made with.
        public let userHandle: [UInt8]

        /// Names what is kept.
        public init(publicKey: COSEKey, signCount: UInt32, userHandle: [UInt8]) {
            self.publicKey = publicKey
            self.signCount = signCount
            self.userHandle = userHandle
        }
    }

    /// What the browser gave.
    public struct Response: Hashable, Sendable {
        public let clientDataJSON: [UInt8]
        public let authenticatorData: [UInt8]
        public let signature: [UInt8]
        /// The user handle, where the authenticator keeps it.
        public let userHandle: [UInt8]?

        /// Names what came.
        public init(clientDataJSON: [UInt8], authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?) {
            self.clientDataJSON = clientDataJSON
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }
    }

    /// Verifies a passkey's answer by section 7.2, for a site that asks for user verification.
    ///
    /// Steps 1 to 5 and 7 are the page's and the caller's, who found the credential by its id and checked that it is one that was asked for.
    /// - Parameters:
    ///   - response: What the browser gave.
    ///   - credential: The passkey that it names.
    ///   - isOwnerKnown: Whether the person was known before; where not, the user handle must tell who it is.
    ///   - challenge: The challenge as it was sent: base64url without padding.
    ///   - relyingParty: This site.
    /// - Throws: ``PasskeyError`` that names the step; of code `counter` when everything holds but the counter.
    public init(
        _ response: Response,
        of credential: Credential,
        isOwnerKnown: Bool,
        challenge: String,
        relyingParty: RelyingParty
    ) throws(PasskeyError) {
        // Step 6.
        guard response.userHandle == credential.userHandle || (isOwnerKnown && response.userHandle == nil) else {
            throw PasskeyError(.user, "The user handle is not that of the key's owner (section 7.2, step 6).")
        }
        // Steps 8 to 14.
        try ClientData(response.clientDataJSON).check(.authentication, challenge: challenge, relyingParty: relyingParty)
        // Steps 15 to 17.
        let data = try AuthenticatorData(response.authenticatorData)
        try data.check(.authentication, relyingParty: relyingParty)
        guard data.credential == nil else {
            throw PasskeyError(.malformed, "The authenticator data of an assertion holds a new key (section 6.1).")
        }
        // Step 18: no extension is asked for, and outputs of others are ignored. Steps 19 and 20.
        let signed = response.authenticatorData + Array(SHA256.hash(data: response.clientDataJSON))
        guard credential.publicKey.isValidSignature(response.signature, for: signed) else {
            throw PasskeyError(.signature, "The passkey did not sign this (section 7.2, step 20).")
        }
        // Step 21.
        guard data.signCount > credential.signCount || (data.signCount == 0 && credential.signCount == 0) else {
            throw PasskeyError(
                .counter,
                "The passkey's counter did not go on from \(credential.signCount); there may be a copy of it (section 7.2, step 21)."
            )
        }
        signCount = data.signCount
        isBackedUp = data.flags.contains(.backedUp)
    }
}
