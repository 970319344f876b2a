import Crypto
import Foundation

/// Where the keys lie by which this device signs.
///
/// `SecureEnclaveKeys` on iPhone and iPad, whose keys never leave the chip; ``StoredKeys`` elsewhere.
public protocol DeviceKeys: Sendable {
    /// Makes a P-256 key and keeps it.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    func make() async throws -> any DeviceSigningKey
    /// A key that was made before; `nil` where it is not there any more.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    func find(_ id: String) async throws -> (any DeviceSigningKey)?
    /// Destroys a key.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    func remove(_ id: String) async throws
}

/// A P-256 key of this device.
public protocol DeviceSigningKey: Sendable {
    /// By what it is found again.
    var id: String { get }
    /// The public key, uncompressed (SEC 1, section 2.3.3): 65 bytes.
    var publicKey: [UInt8] { get }
    /// ECDSA with SHA-256: r ‖ s, 64 bytes.
    ///
    /// - Throws: ``ClientError`` of code `keyMissing` where the key cannot be used any more.
    func signature(for message: [UInt8]) async throws -> [UInt8]
}

/// Keys that are kept as bytes among the secrets: for systems without a chip for them, and for tests.
public struct StoredKeys: DeviceKeys {
    private let secrets: any SecretStore

    public init(in secrets: any SecretStore) {
        self.secrets = secrets
    }

    public func make() throws -> any DeviceSigningKey {
        let key = StoredKey(id: UUID().uuidString, key: P256.Signing.PrivateKey())
        try secrets.write(Array(key.key.rawRepresentation), as: Self.name(key.id))
        return key
    }

    public func find(_ id: String) throws -> (any DeviceSigningKey)? {
        guard let bytes = try secrets.read(Self.name(id)) else { return nil }
        return (try? P256.Signing.PrivateKey(rawRepresentation: bytes)).map { StoredKey(id: id, key: $0) }
    }

    public func remove(_ id: String) throws {
        try secrets.remove(Self.name(id))
    }

    private static func name(_ id: String) -> String { "key/\(id)" }
}

private struct StoredKey: DeviceSigningKey {
    let id: String
    let key: P256.Signing.PrivateKey

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    func signature(for message: [UInt8]) throws -> [UInt8] {
        Array(try key.signature(for: message).rawRepresentation)
    }
}
