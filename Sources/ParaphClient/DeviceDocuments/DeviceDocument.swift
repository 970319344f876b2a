public import Foundation

/// A document that lies on this device alone.
public struct DeviceDocument: Hashable, Sendable, Identifiable {
    /// What it is called, which no other one in its folder is.
    public let name: String
    /// How many bytes it has.
    public let size: Int
    /// When it was changed last.
    public let changedAt: Date
    /// Whether a signed version of it waits for the server to take note of it; until then it is what it was.
    public let isWaiting: Bool

    public var id: String { name }
}
