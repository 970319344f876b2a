/// Something on its way out.
public struct OutboxItem: Hashable, Sendable {
    /// What identifies it, however often it is tried.
    public var id: String
    /// Which try this is, counted from 1.
    public var attempt: Int
    /// When it was taken, in milliseconds since 1970.
    public var createdAt: Int64
    /// What its lane was given.
    public var payload: [UInt8]

    /// Makes an item.
    public init(id: String, attempt: Int, createdAt: Int64, payload: [UInt8]) {
        self.id = id
        self.attempt = attempt
        self.createdAt = createdAt
        self.payload = payload
    }
}
