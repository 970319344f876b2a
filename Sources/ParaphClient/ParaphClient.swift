public import Foundation
public import Logging
public import ParaphWire

/// A server of Paraph as an app reaches it: accounts, signatures, documents and files, all by the native API.
///
/// A value of it may be copied and used from any task. What it keeps (the session, which device this is) lies among the secrets of its
/// configuration, so that an app that starts again goes on where it was.
///
/// ```swift
/// let client = try ParaphClient(
///     server: URL(string: "https://sign.example.org")!,
///     apiKey: "…",
///     device: DeviceDescription(name: "Anna’s iPhone"),
///     secrets: KeychainSecrets(service: "com.example.app"),
///     transport: URLSessionTransport()
/// )
/// let signing = try await client.signIn.begin(as: "anna@example.org")
/// let outcome = try await signing.answer(sample)
/// ```
/// Calls throw ``ClientError``, and `CancellationError` where their task was cancelled. The folders of this module are its features:
/// ``account``, ``devices``, ``enrolment``, ``signIn``, ``approvals``, ``files``, ``documents``, ``requests``,
/// ``permissions``, ``passkeys``, ``pushes``, ``sync``; a call that none of them has is
/// made by ``call(_:_:query:body:repetition:)``.
public struct ParaphClient: Sendable {
    var caller: Caller
    let keys: any DeviceKeys
    let device: DeviceDescription

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - server: The server's public address: `https`, or `http` on this very machine.
    ///   - apiKey: The app's key, which the person responsible for the app got when they registered it.
    ///   - device: What people recognise this device by.
    ///   - secrets: Where sessions and keys are kept.
    ///   - keys: Where the device's keys lie; those of the Secure Enclave where there is one, else among the secrets.
    ///   - transport: How requests are sent.
    ///   - retry: How often calls are made again by themselves.
    ///   - language: In which language the server speaks to the person: `en`, `ru` or `fr`; the person's own unless said otherwise.
    ///   - logger: Hears what is made again; never what is in a call.
    /// - Throws: ``ClientError`` of code `insecure`.
    public init(
        server: URL,
        apiKey: String,
        device: DeviceDescription,
        secrets: any SecretStore,
        keys: (any DeviceKeys)? = nil,
        transport: any Transport,
        retry: RetryPolicy = RetryPolicy(),
        language: @escaping @Sendable () -> String = ParaphClient.preferredLanguages,
        logger: Logger = Logger(label: "paraph.client")
    ) throws {
        var address = server.absoluteString
        while address.hasSuffix("/") { address.removeLast() }
        let isLocal = ["localhost", "127.0.0.1", "::1"].contains(server.host() ?? "")
        guard server.scheme == "https" || (server.scheme == "http" && isLocal) else {
            throw ClientError(.insecure, "the server's address must begin with https://")
        }
        self.device = device
        self.keys = keys ?? Self.keysHere(secrets)
        caller = Caller(
            server: address,
            apiKey: apiKey,
            transport: transport,
            retry: retry,
            language: language,
            vault: Vault(secrets: secrets, server: address),
            clock: ServerClock(),
            logger: logger
        )
    }

    private static func keysHere(_ secrets: any SecretStore) -> any DeviceKeys {
        #if canImport(CryptoKit) && canImport(Security)
        if SecureEnclaveKeys.isAvailable { return SecureEnclaveKeys(in: secrets) }
        #endif
        return StoredKeys(in: secrets)
    }

    /// The languages that the person prefers, as the header `Accept-Language` has them.
    public static let preferredLanguages: @Sendable () -> String = {
        Locale.preferredLanguages.prefix(5).enumerated().map { $0 == 0 ? $1 : "\($1);q=0.\(9 - $0)" }.joined(separator: ", ")
    }

    /// Makes any call of the native API, such as one of `IdentityEndpoints`.
    ///
    /// ```swift
    /// let page = try await client.call(IdentityEndpoints.accesses)
    /// ```
    /// - Parameters:
    ///   - endpoint: The call.
    ///   - parameters: What stands in its path, in order.
    ///   - query: Members of its query and headers.
    ///   - body: What is sent.
    ///   - repetition: Whether it may be made again where no answer came; as its method says, unless it is known that twice does what once does.
    /// - Returns: The answer.
    /// - Throws: ``ClientError``.
    public func call<Query: CallParameters, Input: WholeBody, Output: WholeBody>(
        _ endpoint: Endpoint<Query, Input, Output>,
        _ parameters: String...,
        query: Query = Query(),
        body: Input,
        repetition: Repetition? = nil
    ) async throws -> Output {
        let target = endpoint.target(parameters: parameters, query: query)
        let options = Caller.Options(repetition: repetition)
        return try await caller.call(endpoint, target: target, query: query, body: body, options: options)
    }

    /// Makes any call that has no body.
    ///
    /// - Returns: The answer.
    /// - Throws: ``ClientError``.
    public func call<Query: CallParameters, Output: WholeBody>(
        _ endpoint: Endpoint<Query, Nothing, Output>,
        _ parameters: String...,
        query: Query = Query(),
        repetition: Repetition? = nil
    ) async throws -> Output {
        let target = endpoint.target(parameters: parameters, query: query)
        let options = Caller.Options(repetition: repetition)
        return try await caller.call(endpoint, target: target, query: query, body: Nothing(), options: options)
    }
}

extension ParaphClient {
    /// The device of the session and its key.
    ///
    /// - Throws: ``ClientError`` of code `notSignedIn`, `unknownDevice` or `keyMissing`.
    func statement() async throws -> DeviceStatement {
        guard let session = await caller.vault.session else { throw ClientError(.notSignedIn, "nobody is signed in here") }
        guard let id = session.deviceId, let known = try await caller.vault.device(id: id) else {
            throw ClientError(.unknownDevice, "the session belongs to no device that this one is")
        }
        return try await statement(of: known)
    }

    func statement(of known: Vault.KnownDevice) async throws -> DeviceStatement {
        guard let key = try await keys.find(known.keyId) else {
            throw ClientError(.keyMissing, "the key of this device is not there any more: add the device anew")
        }
        return DeviceStatement(deviceID: known.deviceId, key: key, clock: caller.clock)
    }

    /// Begins a session that the server opened for a device that this one is.
    func begin(_ grant: SessionGrant, key: any DeviceSigningKey, as identifiers: [String]) async throws -> SessionGrant {
        guard let deviceID = grant.deviceId else { throw ClientError(.unreadable, "the server named no device of the session") }
        try await caller.vault.remember(deviceID, keyID: key.id, as: identifiers, at: caller.clock.now())
        try await caller.vault.begin(grant)
        return grant
    }
}
