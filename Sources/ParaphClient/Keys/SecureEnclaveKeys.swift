#if canImport(CryptoKit) && canImport(Security)
import CryptoKit
import Foundation

/// Keys inside the Secure Enclave: what is kept of one opens on this device's chip alone.
public struct SecureEnclaveKeys: DeviceKeys {
    private let secrets: any SecretStore

    /// Whether this device has one; simulators and old Macs do not.
    public static var isAvailable: Bool { SecureEnclave.isAvailable }

    /// Makes keys whose sealed forms are kept among the secrets.
    public init(in secrets: any SecretStore) {
        self.secrets = secrets
    }

    public func make() throws -> any DeviceSigningKey {
        do {
            let key = EnclaveKey(id: UUID().uuidString, key: try SecureEnclave.P256.Signing.PrivateKey())
            try secrets.write(Array(key.key.dataRepresentation), as: Self.name(key.id))
            return key
        } catch let error as ClientError {
            throw error
        } catch {
            throw ClientError(.storage, "the Secure Enclave made no key", cause: error)
        }
    }

    public func find(_ id: String) throws -> (any DeviceSigningKey)? {
        guard let bytes = try secrets.read(Self.name(id)) else { return nil }
        // A backup of another device brings the sealed form, which opens on that device's chip alone.
        return (try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: Data(bytes))).map { EnclaveKey(id: id, key: $0) }
    }

    public func remove(_ id: String) throws {
        try secrets.remove(Self.name(id))
    }

    private static func name(_ id: String) -> String { "enclave/\(id)" }
}

private struct EnclaveKey: DeviceSigningKey {
    let id: String
    let key: SecureEnclave.P256.Signing.PrivateKey

    var publicKey: [UInt8] { Array(key.publicKey.x963Representation) }

    func signature(for message: [UInt8]) throws -> [UInt8] {
        do {
            return Array(try key.signature(for: Data(message)).rawRepresentation)
        } catch {
            throw ClientError(.keyMissing, "the Secure Enclave did not sign", cause: error)
        }
    }
}
#endif
