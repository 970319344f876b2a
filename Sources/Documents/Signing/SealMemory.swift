public import ParaphStorage

/// Remembers one request that a device authorised: sent again, it is no sign of a copy of the device's key.
public struct SealMemory: Sendable {
    /// Whether the request was authorised before.
    public let remembers: @Sendable (any ReadTransaction) throws -> Bool
    /// Remembers it; runs in the transaction that keeps the key's counter.
    public let remember: @Sendable (any WriteTransaction) throws -> Void
}
