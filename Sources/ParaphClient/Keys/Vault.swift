import Foundation
import ParaphWire

/// What this device knows of itself at one server: the session, the devices that it is, and the requests by which it asks to be one.
actor Vault {
    /// A session that was begun here.
    struct SavedSession: Codable, Hashable, Sendable {
        var token: String
        var personId: String
        var deviceId: String?
        var expiresAt: Timestamp
        var isEnrolled: Bool
    }

    /// A device that this one is, for one account.
    struct KnownDevice: Codable, Hashable, Sendable {
        var deviceId: String
        var keyId: String
        /// What its person signs in with, as names are compared.
        var identifiers: [String]
        var usedAt: Timestamp
    }

    /// A request for this device to be added.
    struct PendingRequest: Codable, Hashable, Sendable {
        var request: DeviceRequest
        var identifier: String
        var keyId: String
    }

    private struct Contents: Codable {
        var session: SavedSession?
        var devices: [KnownDevice] = []
        var pending: [PendingRequest] = []
        /// The keys by which registrations are being confirmed.
        var confirming: [String: String]?
    }

    private let secrets: any SecretStore
    private let name: String
    private var loaded: Contents?
    private let listeners = Listeners<SavedSession?>()

    init(secrets: any SecretStore, server: String) {
        self.secrets = secrets
        name = "client/\(server)"
    }

    /// The bearer token; `nil` where no person is signed in, or the secrets cannot be read just now.
    var token: String? { session?.token }

    var session: SavedSession? { (try? contents())?.session }

    func devices() throws -> [KnownDevice] {
        try contents().devices.sorted { $0.usedAt > $1.usedAt }
    }

    func pending() throws -> [PendingRequest] { try contents().pending }

    /// The device for an e-mail or username.
    func device(for identifier: String) throws -> KnownDevice? {
        let name = ComparedName(identifier).text
        return try devices().first { $0.identifiers.contains(name) }
    }

    func device(id: String) throws -> KnownDevice? {
        try devices().first { $0.deviceId == id }
    }

    /// Keeps a device, under the names that its person signs in with beside those that are known.
    func remember(_ deviceID: String, keyID: String, as identifiers: [String], at now: Timestamp) throws {
        try change { contents in
            let known = contents.devices.first { $0.deviceId == deviceID }
            let names = Set(identifiers.map { ComparedName($0).text } + (known?.identifiers ?? []))
            contents.devices.removeAll { $0.deviceId == deviceID }
            contents.devices.append(KnownDevice(deviceId: deviceID, keyId: keyID, identifiers: names.sorted(), usedAt: now))
        }
    }

    /// The key by which a registration was to be confirmed, where the answer was lost.
    func keyConfirming(_ registration: String) throws -> String? { try contents().confirming?[registration] }

    /// Keeps by which key a registration is confirmed; `nil` once it is answered.
    func keep(keyID: String?, confirming registration: String) throws {
        try change { $0.confirming = keyID.map { [registration: $0] } }
    }

    func forget(_ deviceID: String) throws {
        try change { $0.devices.removeAll { $0.deviceId == deviceID } }
    }

    func keep(_ request: PendingRequest) throws {
        try change { contents in
            contents.pending.removeAll { $0.request.id == request.request.id }
            contents.pending.append(request)
        }
    }

    func drop(pending id: String) throws {
        try change { $0.pending.removeAll { $0.request.id == id } }
    }

    func begin(_ grant: SessionGrant) throws {
        guard let token = grant.token else { throw ClientError(.unreadable, "the server opened a session without a token") }
        let session = SavedSession(
            token: token,
            personId: grant.personId,
            deviceId: grant.deviceId,
            expiresAt: grant.expiresAt,
            isEnrolled: grant.isEnrolled
        )
        try change { $0.session = session }
        tell()
    }

    /// Notes that the person has a signature now.
    func noteEnrolled() throws {
        try change { $0.session?.isEnrolled = true }
        tell()
    }

    func end() throws {
        try change { $0.session = nil }
        tell()
    }

    /// Ends the session that a token belongs to, unless another has begun meanwhile.
    func end(token: String) {
        if session?.token == token { try? end() }
    }

    /// The session now and whenever it changes.
    func sessions() -> AsyncStream<SavedSession?> {
        let (first, changes) = (session, listeners.stream(.bufferingNewest(1)))
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            continuation.yield(first)
            let task = Task {
                for await session in changes { continuation.yield(session) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func tell() { listeners.tell(session) }

    private func contents() throws -> Contents {
        if let loaded { return loaded }
        guard let bytes = try secrets.read(name) else { return Contents() }
        // What an older version cannot read is not there for it; the person signs in again.
        let contents = (try? JSONDecoder().decode(Contents.self, from: Data(bytes))) ?? Contents()
        loaded = contents
        return contents
    }

    private func change(_ edit: (inout Contents) -> Void) throws {
        var contents = try contents()
        edit(&contents)
        try secrets.write(Array(try JSONEncoder().encode(contents)), as: name)
        loaded = contents
    }
}
