import ParaphEncoding
public import ParaphWire

extension ParaphClient {
    /// Alerts on this device.
    public var pushes: Pushes { Pushes(client: self) }
}

/// Calls about what this device is alerted of while the app is closed; it ends with the session.
public struct Pushes: Sendable {
    let client: ParaphClient

    /// What this device is alerted of, and whether the server reaches Apple's devices at all.
    ///
    /// - Throws: ``ClientError``.
    public func settings() async throws -> PushSettings { try await client.call(PushEndpoints.settings) }

    /// Has this device alerted from now on; call it again whenever the system hands out the token, which changes.
    ///
    /// - Parameters:
    ///   - deviceToken: The bytes that `didRegisterForRemoteNotificationsWithDeviceToken` gave.
    ///   - categories: Of what: one at least.
    /// - Returns: the settings as they are now.
    /// - Throws: ``ClientError``: `malformed` where the server pushes to no Apple devices, which ``settings()`` tells before.
    @discardableResult
    public func register(deviceToken: some Collection<UInt8>, categories: Set<PushCategory>) async throws -> PushSettings {
        let address = ApplePushAddress(token: Hexadecimal.encode(deviceToken))
        let chosen = PushCategory.allCases.filter(categories.contains)
        return try await client.call(
            PushEndpoints.register,
            body: PushRegistration(apple: address, categories: chosen),
            repetition: .always
        )
    }

    /// Ends the alerts on this device.
    ///
    /// - Throws: ``ClientError``.
    public func end() async throws { _ = try await client.call(PushEndpoints.end, repetition: .always) }
}
