import Synchronization

/// Where a client keeps what others must not read: its session, and by which keys it is which device.
///
/// `KeychainSecrets` on Apple's systems, ``FileSecrets`` elsewhere, ``MemorySecrets`` in tests.
public protocol SecretStore: Sendable {
    /// What is kept under a name; `nil` where there is nothing.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    func read(_ name: String) throws -> [UInt8]?
    /// Keeps something under a name, in place of what was there.
    ///
    /// - Throws: ``ClientError`` of code `storage`, with what was there before still there.
    func write(_ bytes: [UInt8], as name: String) throws
    /// Forgets what is kept under a name.
    ///
    /// - Throws: ``ClientError`` of code `storage`.
    func remove(_ name: String) throws
}

/// Keeps secrets as long as the process lives.
public final class MemorySecrets: SecretStore {
    private let kept = Mutex<[String: [UInt8]]>([:])

    public init() {}

    public func read(_ name: String) -> [UInt8]? { kept.withLock { $0[name] } }
    public func write(_ bytes: [UInt8], as name: String) { kept.withLock { $0[name] = bytes } }
    public func remove(_ name: String) { kept.withLock { $0[name] = nil } }
}
