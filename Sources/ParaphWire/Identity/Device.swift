/// A device that can answer challenges.
public struct Device: Codable, Hashable, Sendable, JSONContent {
    /// The device's id, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What the person recognises it by, 1 … 100 characters.
    public var name: String
    /// What sort of device it said it is; nothing proves it.
    public var kind: Open<DeviceKey.Kind>
    /// Its model or the browser, as it told; absent where it told none.
    public var model: String?
    /// The version of its system, as it told; absent where it told none.
    public var osVersion: String?
    /// When it was added to the account.
    public var createdAt: Timestamp
    /// When it last signed in or answered; absent where it never did.
    public var lastUsedAt: Timestamp?
    /// Whether the asking session belongs to it.
    public var isCurrent: Bool
    /// What it signs its answers with.
    public var key: Open<Key>
    /// The passkey that is its key; the two are removed together.
    public var passkeyId: String?
    /// Whether that passkey may be copied to other devices of the person, so that it is bound to no single one.
    public var isSynced: Bool?

    public enum Key: String, Codable, Hashable, Sendable, CaseIterable {
        /// A key of the app or the browser, or of the Secure Enclave.
        case p256
        /// A passkey: the authenticator makes sure who it is before each signature.
        case passkey
    }

    public init(
        id: String,
        name: String,
        kind: DeviceKey.Kind,
        model: String? = nil,
        osVersion: String? = nil,
        createdAt: Timestamp,
        lastUsedAt: Timestamp? = nil,
        isCurrent: Bool,
        key: Key,
        passkeyId: String? = nil,
        isSynced: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = Open(kind)
        self.model = model
        self.osVersion = osVersion
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isCurrent = isCurrent
        self.key = Open(key)
        self.passkeyId = passkeyId
        self.isSynced = isSynced
    }
}

/// Asks for a new device to be added to an account.
public struct DeviceRequestRequest: Codable, Hashable, Sendable, JSONContent {
    /// The account's e-mail or username.
    public var identifier: String
    /// Its key; the proof is bound to the identifier.
    public var device: DeviceKey

    public init(identifier: String, device: DeviceKey) {
        self.identifier = identifier
        self.device = device
    }
}

/// A new device that waits to be approved on a known one, or by a recovery code.
public struct DeviceRequest: Codable, Hashable, Sendable, JSONContent {
    /// What the request is asked about and approved by, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// How it stands; only one that is pending can be approved.
    public var status: Open<Status>
    /// What the new device shows and the person types on the known one: six digits.
    ///
    /// Only the new device is told.
    public var code: String?
    /// The secret by which the new device asks for news, in the header `Paraph-Request-Secret`; told once.
    public var secret: String?
    /// What the new device calls itself, 1 … 100 characters.
    public var name: String
    /// What sort of device it said it is; nothing proves it.
    public var kind: Open<DeviceKey.Kind>
    /// Its model or the browser, as it told; absent where it told none.
    public var model: String?
    /// When the new device asked.
    public var createdAt: Timestamp
    /// Until when it can be approved.
    public var expiresAt: Timestamp
    /// The device's id, once approved.
    public var deviceId: String?
    /// The session that a recovery code opened; told once, in the answer to that code.
    public var session: SessionGrant?

    public enum Status: String, Codable, Hashable, Sendable, CaseIterable { case pending, approved, declined, expired }

    public init(
        id: String,
        status: Status,
        code: String? = nil,
        secret: String? = nil,
        name: String,
        kind: DeviceKey.Kind,
        model: String? = nil,
        createdAt: Timestamp,
        expiresAt: Timestamp,
        deviceId: String? = nil,
        session: SessionGrant? = nil
    ) {
        self.id = id
        self.status = Open(status)
        self.code = code
        self.secret = secret
        self.name = name
        self.kind = Open(kind)
        self.model = model
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.deviceId = deviceId
        self.session = session
    }
}

/// Approves a device request with a signature's approval and the code that the new device shows.
public struct DeviceApproval: Codable, Hashable, Sendable, JSONContent {
    /// An approval of purpose `addDevice` for this request.
    public var approval: String
    /// The six digits that the new device shows.
    public var code: String

    public init(approval: String, code: String) {
        self.approval = approval
        self.code = code
    }
}

/// A recovery code, for adding a device.
public struct RecoveryCodeRequest: Codable, Hashable, Sendable, JSONContent {
    /// One of the person's codes, each good once.
    public var recoveryCode: String

    public init(recoveryCode: String) {
        self.recoveryCode = recoveryCode
    }
}

/// A recovery code, for signing in on the device that sends it.
public struct RecoverySignIn: Codable, Hashable, Sendable, JSONContent {
    /// The account's e-mail or username.
    public var identifier: String
    /// One of the person's codes, each good once.
    public var recoveryCode: String
    /// Its proof is bound to the identifier, as in a ``DeviceRequestRequest``.
    public var device: DeviceKey

    public init(identifier: String, recoveryCode: String, device: DeviceKey) {
        self.identifier = identifier
        self.recoveryCode = recoveryCode
        self.device = device
    }
}

/// Asks for the session of a device that was approved.
public struct DeviceSessionRequest: Codable, Hashable, Sendable, JSONContent {
    /// The key of the request, its proof bound to the request's id.
    public var device: DeviceKey

    public init(device: DeviceKey) {
        self.device = device
    }
}

/// The codes, shown once; or how many are left.
public struct RecoveryCodes: Codable, Hashable, Sendable, JSONContent {
    /// The new codes, each good once; absent where only their number was asked for.
    public var codes: [String]?
    /// How many are not used yet.
    public var remaining: Int

    public init(codes: [String]? = nil, remaining: Int) {
        self.codes = codes
        self.remaining = remaining
    }
}
