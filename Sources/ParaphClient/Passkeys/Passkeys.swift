public import ParaphWire

extension ParaphClient {
    /// The person's passkeys.
    public var passkeys: Passkeys { Passkeys(client: self) }
}

/// Calls about passkeys (Web Authentication Level 2), each of which can replace a recovery code; the system makes and uses them.
public struct Passkeys: Sendable {
    let client: ParaphClient

    /// The person's passkeys.
    ///
    /// - Throws: ``ClientError``.
    public func list() async throws -> [Passkey] { try await client.call(IdentityEndpoints.passkeys).items }

    /// Asks for what a new passkey is made with.
    ///
    /// - Throws: ``ClientError``.
    public func begin() async throws -> PasskeyCreation { try await client.call(IdentityEndpoints.beginPasskey) }

    /// Adds a passkey that the system made.
    ///
    /// - Throws: ``ClientError``: `approvalRequired`, `malformed`.
    public func add(_ passkey: NewPasskey) async throws -> Passkey { try await client.call(IdentityEndpoints.addPasskey, body: passkey) }

    /// Asks for what a passkey answers to sign in; the passkey tells whose it is, and ``SignIn/begin(with:as:)`` takes the answer.
    ///
    /// - Throws: ``ClientError``.
    public func beginSignIn() async throws -> PasskeyChallenge {
        try await client.anonymously(IdentityEndpoints.createPasskeyChallenge, body: PasskeyChallengeRequest(purpose: .signIn))
    }

    /// Names a passkey anew.
    ///
    /// - Throws: ``ClientError``: `malformed` (field `name`), `notFound`.
    public func rename(_ id: String, to name: String) async throws -> Passkey {
        try await client.call(IdentityEndpoints.renamePasskey, id, body: PasskeyName(name: name))
    }

    /// Removes a passkey; where it is a device's key, the device too.
    ///
    /// - Parameters:
    ///   - id: The passkey.
    ///   - approval: An approval of purpose `removePasskey` for this passkey.
    /// - Throws: ``ClientError``: `approvalRequired`, `notFound`.
    public func remove(_ id: String, approval: String) async throws {
        _ = try await client.call(IdentityEndpoints.removePasskey, id, body: ApprovedRequest(approval: approval))
    }
}
