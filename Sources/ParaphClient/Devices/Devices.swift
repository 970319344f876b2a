public import ParaphWire

extension ParaphClient {
    /// The person's devices, and how this one becomes one of them.
    public var devices: Devices { Devices(client: self) }
}

/// Calls about the devices on which a person can sign.
public struct Devices: Sendable {
    let client: ParaphClient

    /// The person's devices.
    ///
    /// - Throws: ``ClientError``.
    public func list() async throws -> [Device] { try await client.call(IdentityEndpoints.devices).items }

    /// Removes a device.
    ///
    /// - Parameters:
    ///   - id: The device.
    ///   - approval: An approval of purpose `removeDevice` for it.
    /// - Throws: ``ClientError``: `approvalRequired`, `lastDevice`.
    public func remove(_ id: String, approval: String) async throws {
        let body = ApprovedRequest(approval: approval)
        _ = try await client.call(IdentityEndpoints.removeDevice, id, body: body, repetition: .ifNothingWasDone)
        guard let known = try await client.caller.vault.device(id: id) else { return }
        try await client.caller.vault.forget(id)
        try await client.keys.remove(known.keyId)
    }

    // MARK: This device asks

    /// Asks for this device to be added to an account: show the code, which the person types on a device that the account knows.
    ///
    /// Unknown accounts are answered alike.
    /// - Throws: ``ClientError``: `malformed` where the identifier is neither an e-mail nor a username.
    public func request(for identifier: String) async throws -> PendingDevice {
        let (key, name) = (try await client.keys.make(), ComparedName(identifier))
        let device = try await key.announced(for: name.text, as: client.device)
        let body = DeviceRequestRequest(identifier: name.typed, device: device)
        do {
            let request = try await client.anonymously(IdentityEndpoints.requestDevice, body: body)
            let pending = Vault.PendingRequest(request: request, identifier: name.typed, keyId: key.id)
            try await client.caller.vault.keep(pending)
            return PendingDevice(pending)
        } catch let error as ClientError {
            try await client.keys.remove(key.id)
            throw error
        }
    }

    /// What this device asked for, also before the app was started; ``status(of:)`` says whether it still waits.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func pending() async throws -> [PendingDevice] {
        try await client.caller.vault.pending().map(PendingDevice.init)
    }

    /// Looks how a request stands.
    ///
    /// Once it is approved this device is the person's, and a session begins where the approval gives one.
    ///
    /// - Returns: `pending`: ask again in some seconds. `approved(nil)`: sign in with the signature.
    /// - Throws: ``ClientError``: `notFound` where it is gone.
    public func status(of device: PendingDevice) async throws -> PendingDevice.Status {
        let secret = RequestSecret(device.secret)
        return try await settle(device, try await client.call(IdentityEndpoints.deviceRequest, device.id, query: secret))
    }

    /// Lets this device in by a recovery code, and begins a session.
    ///
    /// - Throws: ``ClientError``: `malformed` for a wrong code (field `recoveryCode`), `triesUsedUp`.
    public func recover(_ device: PendingDevice, recoveryCode: String) async throws -> PendingDevice.Status {
        let (secret, body) = (RequestSecret(device.secret), RecoveryCodeRequest(recoveryCode: recoveryCode))
        return try await settle(
            device,
            try await client.anonymously(IdentityEndpoints.recoverDevice, device.id, query: secret, body: body)
        )
    }

    /// Takes a request back.
    ///
    /// - Throws: ``ClientError`` of code `storage`; the server lets it end by itself where it cannot be told.
    public func withdraw(_ device: PendingDevice) async throws {
        try await drop(device, withKey: true)
        _ = try? await client.call(IdentityEndpoints.withdrawDeviceRequest, device.id, query: RequestSecret(device.secret))
    }

    private func settle(_ device: PendingDevice, _ request: DeviceRequest) async throws -> PendingDevice.Status {
        switch request.status.known {
        case .pending, nil: return .pending
        case .declined:
            try await drop(device, withKey: true)
            return .declined
        case .expired:
            try await drop(device, withKey: true)
            return .expired
        case .approved:
            guard let key = try await client.keys.find(device.keyID), let id = request.deviceId else {
                throw ClientError(.keyMissing, "the key of this device is not there any more: ask anew")
            }
            let grant = if let session = request.session { session } else { try await session(of: device, key) }
            if let grant {
                _ = try await client.begin(grant, key: key, as: [device.identifier])
            } else {
                try await client.caller.vault.remember(id, keyID: key.id, as: [device.identifier], at: client.caller.clock.now())
            }
            try await drop(device, withKey: false)
            return .approved(grant)
        }
    }

    /// The session of a device that was approved with a signature, a passkey or a recovery code; `nil` where the approval gives none.
    private func session(of device: PendingDevice, _ key: any DeviceSigningKey) async throws -> SessionGrant? {
        let body = DeviceSessionRequest(device: try await key.announced(for: device.id, as: client.device))
        do {
            let secret = RequestSecret(device.secret)
            return try await client.anonymously(IdentityEndpoints.signInApproved, device.id, query: secret, body: body)
        } catch let error as ClientError where error.code == .outcomeUnknown || (error.code == .refused && !error.isTransient) {
            // It is told once: where it was not heard the person signs in with the signature.
            return nil
        }
    }

    private func drop(_ device: PendingDevice, withKey: Bool) async throws {
        try await client.caller.vault.drop(pending: device.id)
        if withKey { try await client.keys.remove(device.keyID) }
    }

    // MARK: Others ask

    /// The devices that wait to be added; those alone whose screen shows a code, where one is given.
    ///
    /// - Throws: ``ClientError``.
    public func requests(code: String? = nil) async throws -> [DeviceRequest] {
        try await client.call(IdentityEndpoints.deviceRequests, query: DeviceRequestsQuery(code: code)).items
    }

    /// Adds a device that waits.
    ///
    /// - Parameters:
    ///   - id: The request.
    ///   - code: What the new device shows.
    ///   - approval: An approval of purpose `addDevice` for this request.
    /// - Returns: the request, approved.
    /// - Throws: ``ClientError``: `malformed` for a wrong code (field `code`), `approvalRequired`, `tooManyDevices`.
    public func approve(_ id: String, code: String, approval: String) async throws -> DeviceRequest {
        try await client.call(IdentityEndpoints.approveDevice, id, body: DeviceApproval(approval: approval, code: code))
    }

    /// Refuses a device that waits.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func decline(_ id: String) async throws {
        _ = try await client.call(IdentityEndpoints.declineDevice, id)
    }
}

/// A request by which this device asks to be one of a person's.
public struct PendingDevice: Hashable, Sendable {
    /// The request's id.
    public let id: String
    /// What this device shows and the person types on a known one: six digits.
    public let code: String
    /// The account that it asks for, as it was typed.
    public let identifier: String
    public let expiresAt: Timestamp
    let secret: String
    let keyID: String

    /// How a request stands.
    public enum Status: Hashable, Sendable {
        case pending
        /// This device is the person's now; the session has begun where there is one.
        case approved(SessionGrant?)
        case declined
        case expired
    }

    init(_ pending: Vault.PendingRequest) {
        id = pending.request.id
        code = pending.request.code ?? ""
        identifier = pending.identifier
        expiresAt = pending.request.expiresAt
        secret = pending.request.secret ?? ""
        keyID = pending.keyId
    }
}
