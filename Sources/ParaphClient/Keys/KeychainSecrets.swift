#if canImport(Security)
import Foundation
import Security

/// Keeps secrets in the system's Keychain, for this device alone: no backup and no other device of the person has them.
///
/// They can be read once the device was unlocked after its start, so that what runs in the background can go on.
public struct KeychainSecrets: SecretStore {
    private let service: String
    private let group: String?

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - service: What the secrets are kept under, such as the app's bundle id.
    ///   - group: The access group that an app shares with its extensions; `nil` for the app's own.
    public init(service: String, group: String? = nil) {
        self.service = service
        self.group = group
    }

    private func query(_ name: String) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: name, kSecUseDataProtectionKeychain: true,
        ]
        if let group { query[kSecAttrAccessGroup] = group }
        return query
    }

    public func read(_ name: String) throws -> [UInt8]? {
        var wanted = query(name)
        wanted[kSecReturnData] = true
        var found: CFTypeRef?
        let status = SecItemCopyMatching(wanted as CFDictionary, &found)
        if status == errSecItemNotFound { return nil }
        guard status == errSecSuccess, let data = found as? Data else { throw Self.error(status) }
        return Array(data)
    }

    public func write(_ bytes: [UInt8], as name: String) throws {
        let values: [CFString: Any] = [
            kSecValueData: Data(bytes), kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let status = SecItemUpdate(query(name) as CFDictionary, values as CFDictionary)
        if status == errSecSuccess { return }
        guard status == errSecItemNotFound else { throw Self.error(status) }
        let added = SecItemAdd(query(name).merging(values) { $1 } as CFDictionary, nil)
        guard added == errSecSuccess else { throw Self.error(added) }
    }

    public func remove(_ name: String) throws {
        let status = SecItemDelete(query(name) as CFDictionary)
        guard status == errSecSuccess || status == errSecItemNotFound else { throw Self.error(status) }
    }

    private static func error(_ status: OSStatus) -> ClientError {
        ClientError(.storage, "the Keychain refused (OSStatus \(status)): is the device unlocked, and the app entitled to its group?")
    }
}
#endif
