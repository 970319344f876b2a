/// A passkey of a person (Web Authentication Level 2), which approves where a recovery code would.
public struct Passkey: Codable, Hashable, Sendable, JSONContent {
    /// The server's id of it, at most 200 letters, digits, `_` and `-`; not the credential's.
    public var id: String
    /// What the person calls it.
    public var name: String
    /// When it was added to the account.
    public var createdAt: Timestamp
    /// When it last made an assertion that was accepted; absent where it never did.
    public var lastUsedAt: Timestamp?
    /// Whether it is copied to other devices of the person, as the authenticator last said.
    public var isBackedUp: Bool
    /// Whether it may be: a key that is bound to no single device.
    public var isSynced: Bool
    /// The device whose key it is; the two are removed together.
    public var deviceId: String?

    public init(
        id: String,
        name: String,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        isBackedUp: Bool,
        isSynced: Bool,
        deviceId: String? = nil
    ) {
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isBackedUp = isBackedUp
        self.isSynced = isSynced
        self.deviceId = deviceId
    }
}

/// What `navigator.credentials.create` is asked for: a discoverable key, user verification, no attestation.
public struct PasskeyCreation: Codable, Hashable, Sendable, JSONContent {
    /// The id to send back with what the browser gives.
    public var challengeId: String
    /// 256 random bits.
    public var challenge: Base64URL
    /// The RP ID.
    public var rpId: String
    /// `rp.name`: the server's host.
    public var rpName: String
    /// The user handle.
    public var userId: Base64URL
    /// `user.name`: the account's address.
    public var userName: String
    /// `user.displayName`: what the person calls themselves.
    public var userDisplayName: String
    /// The COSE numbers of the algorithms that are taken, the preferred first.
    public var algorithms: [Int]
    /// The ids of the person's passkeys, so that no authenticator holds two.
    public var exclude: [Base64URL]
    /// Whether the passkey is added only with an approval of purpose `addPasskey`, or `protectDevice` where it becomes the device's key; get
    /// it before the browser makes a key.
    public var needsApproval: Bool
    /// Until when what the browser gives is taken.
    public var expiresAt: Timestamp

    public init(
        challengeId: String,
        challenge: Base64URL,
        rpId: String,
        rpName: String,
        userId: Base64URL,
        userName: String,
        userDisplayName: String,
        algorithms: [Int],
        exclude: [Base64URL],
        needsApproval: Bool,
        expiresAt: Timestamp
    ) {
        self.challengeId = challengeId
        self.challenge = challenge
        self.rpId = rpId
        self.rpName = rpName
        self.userId = userId
        self.userName = userName
        self.userDisplayName = userDisplayName
        self.algorithms = algorithms
        self.exclude = exclude
        self.needsApproval = needsApproval
        self.expiresAt = expiresAt
    }
}

/// A new passkey as the browser gives it.
public struct NewPasskey: Codable, Hashable, Sendable, JSONContent {
    /// The ``PasskeyCreation/challengeId`` that it answers.
    public var challengeId: String
    /// What the person calls it.
    public var name: String
    /// The client data as the browser serialised it (Web Authentication Level 2, section 5.8.1).
    public var clientDataJSON: Base64URL
    /// The attestation object, of format `none` (Web Authentication Level 2, section 6.5.4).
    public var attestationObject: Base64URL
    /// An approval of purpose `addPasskey`, or `protectDevice`, where it is needed.
    public var approval: String?
    /// Whether it becomes the key of the session's device, in place of the one that this had.
    public var isForDevice: Bool?

    public init(
        challengeId: String,
        name: String,
        clientDataJSON: Base64URL,
        attestationObject: Base64URL,
        approval: String? = nil,
        isForDevice: Bool? = nil
    ) {
        self.challengeId = challengeId
        self.name = name
        self.clientDataJSON = clientDataJSON
        self.attestationObject = attestationObject
        self.approval = approval
        self.isForDevice = isForDevice
    }
}

/// Names a passkey anew.
public struct PasskeyName: Codable, Hashable, Sendable, JSONContent {
    /// What the person calls it from now on, 1 … 100 characters.
    public var name: String

    public init(name: String) {
        self.name = name
    }
}

/// Asks for a challenge that a passkey will answer.
public struct PasskeyChallengeRequest: Codable, Hashable, Sendable, JSONContent {
    /// `signIn` needs no session and no name, for the passkey tells who it is; the others need a session.
    public var purpose: ChallengePurpose
    /// What the approval is for, where the purpose has an object: the id of a device request, device, passkey or app.
    public var subject: String?

    public init(purpose: ChallengePurpose, subject: String? = nil) {
        self.purpose = purpose
        self.subject = subject
    }
}

/// What `navigator.credentials.get` is asked for, with user verification.
public struct PasskeyChallenge: Codable, Hashable, Sendable, JSONContent {
    /// The id to send back with what the browser gives; for a sign-in also the subject of the device key's proof.
    public var challengeId: String
    /// 256 random bits.
    public var challenge: Base64URL
    /// The RP ID.
    public var rpId: String
    /// The ids of the passkeys that will do; empty for a sign-in, where any will that the authenticator knows for this site.
    public var allow: [Base64URL]
    /// Until when it can be answered.
    public var expiresAt: Timestamp

    public init(challengeId: String, challenge: Base64URL, rpId: String, allow: [Base64URL], expiresAt: Timestamp) {
        self.challengeId = challengeId
        self.challenge = challenge
        self.rpId = rpId
        self.allow = allow
        self.expiresAt = expiresAt
    }
}

/// A passkey's answer as the browser gives it.
public struct PasskeyAnswer: Codable, Hashable, Sendable, JSONContent {
    /// The ``PasskeyChallenge/challengeId`` that it answers.
    public var challengeId: String
    /// The credential's `id` (Web Authentication Level 2, section 5.1).
    public var credentialId: Base64URL
    /// The client data as the browser serialised it (Web Authentication Level 2, section 5.8.1).
    public var clientDataJSON: Base64URL
    /// The authenticator data (Web Authentication Level 2, section 6.1).
    public var authenticatorData: Base64URL
    /// The assertion signature over authenticator data and SHA-256 of the client data (Web Authentication Level 2, section 6.3.3).
    public var signature: Base64URL
    /// The user handle; a sign-in needs it (Web Authentication Level 2, section 5.2.2).
    public var userHandle: Base64URL?

    public init(
        challengeId: String,
        credentialId: Base64URL,
        clientDataJSON: Base64URL,
        authenticatorData: Base64URL,
        signature: Base64URL,
        userHandle: Base64URL? = nil
    ) {
        self.challengeId = challengeId
        self.credentialId = credentialId
        self.clientDataJSON = clientDataJSON
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.userHandle = userHandle
    }
}

/// Signs in by a passkey, and adds the device to its person's, unless it is one already.
public struct PasskeySignIn: Codable, Hashable, Sendable, JSONContent {
    /// The answer to a challenge of purpose `signIn`.
    public var passkey: PasskeyAnswer
    /// The device's key; the subject of its proof is the challenge's id.
    public var device: DeviceKey
    /// Whether the passkey lies in this very device: where it is a device's key, the session is that device's, and `device` is not added.
    public var isOnOwnDevice: Bool?

    public init(passkey: PasskeyAnswer, device: DeviceKey, isOnOwnDevice: Bool? = nil) {
        self.passkey = passkey
        self.device = device
        self.isOnOwnDevice = isOnOwnDevice
    }
}
