public import ParaphWire

extension ParaphClient {
    /// Signing in and out, and the person's sessions.
    public var signIn: SignIn { SignIn(client: self) }
}

/// Calls by which a person signs in.
public struct SignIn: Sendable {
    let client: ParaphClient

    /// Who is signed in here, if a person is.
    public var current: CurrentSession? {
        get async { await client.caller.vault.session.map(CurrentSession.init) }
    }

    /// Who is signed in, now and whenever that changes: also where the server ends the session.
    public var changes: AsyncStream<CurrentSession?> {
        get async {
            let sessions = await client.caller.vault.sessions()
            return AsyncStream { continuation in
                let task = Task {
                    for await session in sessions { continuation.yield(session.map(CurrentSession.init)) }
                    continuation.finish()
                }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }

    /// By which names people signed in on this device, the last one first.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    public func knownIdentifiers() async throws -> [String] {
        try await client.caller.vault.devices().compactMap(\.identifiers.first)
    }

    /// Asks for the signature by which a person signs in on this device.
    ///
    /// Unknown people are answered alike: their signature is refused.
    /// - Parameter identifier: An e-mail or username.
    /// - Returns: what is to be signed; ``Signing/answer(_:ink:)`` begins the session.
    /// - Throws: ``ClientError``: `unknownDevice` where this device is none that the person has (``Devices/request(for:)``), `keyMissing`.
    public func begin(as identifier: String) async throws -> Signing {
        guard let known = try await client.caller.vault.device(for: identifier) else {
            throw ClientError(.unknownDevice, "this device is not known to the account: ask for it to be added")
        }
        let request = ChallengeRequest(purpose: .signIn, identifier: ComparedName(identifier).typed, deviceId: known.deviceId)
        return try await Signing.begin(request, statement: try await client.statement(of: known), about: .init(), client: client)
    }

    /// Signs in by a recovery code, where the signature does not do; a device that is not known comes in with it.
    ///
    /// - Throws: ``ClientError``: `malformed` for a wrong code (field `recoveryCode`).
    public func begin(as identifier: String, recoveryCode: String) async throws -> SessionGrant {
        let known = try await client.caller.vault.device(for: identifier)
        var key: (any DeviceSigningKey)?
        if let known { key = try await client.keys.find(known.keyId) }
        let used = if let key { key } else { try await client.keys.make() }
        do {
            let name = ComparedName(identifier)
            let device = try await used.announced(for: name.text, as: client.device)
            let body = RecoverySignIn(identifier: name.typed, recoveryCode: recoveryCode, device: device)
            let grant = try await client.anonymously(IdentityEndpoints.signInByRecoveryCode, body: body)
            return try await client.begin(grant, key: used, as: [identifier])
        } catch let error as ClientError where error.code == .refused {
            if key == nil { try await client.keys.remove(used.id) }
            throw error
        }
    }

    /// Signs in by a passkey, which tells whose it is; a device that is not known comes in with it.
    ///
    /// - Parameters:
    ///   - answer: What the passkey answered to ``Passkeys/beginSignIn()``.
    ///   - identifier: The e-mail or username that was typed, if any: by it this device's key is found, where it has one for the account.
    /// - Returns: the session.
    /// - Throws: ``ClientError``: `unknownPasskey`, `passkeyChallengeOver`.
    public func begin(with answer: PasskeyAnswer, as identifier: String? = nil) async throws -> SessionGrant {
        var key: (any DeviceSigningKey)?
        if let identifier, let known = try await client.caller.vault.device(for: identifier) {
            key = try await client.keys.find(known.keyId)
        }
        let used = if let key { key } else { try await client.keys.make() }
        do {
            let device = try await used.announced(for: answer.challengeId, as: client.device)
            let body = PasskeySignIn(passkey: answer, device: device)
            let given = try await client.anonymously(IdentityEndpoints.signInByPasskey, body: body)
            let grant = try await client.begin(given, key: used, as: [])
            // By what name the person signs next time is told by the account alone; without it they type it.
            if let person = try? await client.account.person(), let deviceID = grant.deviceId {
                let names = [person.email, person.username].compactMap(\.self)
                try await client.caller.vault.remember(deviceID, keyID: used.id, as: names, at: client.caller.clock.now())
            }
            return grant
        } catch let error as ClientError where error.code == .refused {
            if key == nil { try await client.keys.remove(used.id) }
            throw error
        }
    }

    /// Signs out; the device stays one of the person's.
    ///
    /// Without a connection the session ends here, and on the server when its time is over.
    /// - Throws: ``ClientError`` of code `storage`.
    public func end() async throws {
        do {
            _ = try await client.call(IdentityEndpoints.signOut)
        } catch let error as ClientError where error.code == .refused || error.code == .offline || error.code == .notSignedIn {
            // It is over here, whatever the server heard of it.
        }
        try await client.caller.vault.end()
    }

    /// The person's sessions on all devices.
    ///
    /// - Throws: ``ClientError``.
    public func sessions() async throws -> [Session] { try await client.call(IdentityEndpoints.sessions).items }

    /// Ends a session of the person's.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func end(_ session: Session) async throws {
        _ = try await client.call(IdentityEndpoints.revokeSession, session.id)
        if session.isCurrent { try await client.caller.vault.end() }
    }
}

/// The session of this device.
public struct CurrentSession: Hashable, Sendable {
    public let personId: String
    /// The device that it belongs to.
    public let deviceId: String?
    public let expiresAt: Timestamp
    /// Whether the person has a signature; without one the next step is an enrolment.
    public let isEnrolled: Bool

    init(_ saved: Vault.SavedSession) {
        personId = saved.personId
        deviceId = saved.deviceId
        expiresAt = saved.expiresAt
        isEnrolled = saved.isEnrolled
    }
}

extension ParaphClient {
    /// Makes a call that says not who is signed in.
    func anonymously<Query: CallParameters, Input: WholeBody, Output: WholeBody>(
        _ endpoint: Endpoint<Query, Input, Output>,
        _ parameters: String...,
        query: Query = Query(),
        body: Input,
        repetition: Repetition? = nil
    ) async throws -> Output {
        let target = endpoint.target(parameters: parameters, query: query)
        let options = Caller.Options(repetition: repetition, isAnonymous: true)
        return try await caller.call(endpoint, target: target, query: query, body: body, options: options)
    }
}
