import ParaphWire

/// A thing of the server that a store keeps.
protocol Mirrored: Codable, Hashable, Sendable {
    static var kind: Change.Kind { get }
    var id: String { get }
    /// By what a list of them is sorted.
    var changedAt: Timestamp { get }
}

extension StoredFile: Mirrored {
    static var kind: Change.Kind { .file }
}

extension ClientRequest: Mirrored {
    static var kind: Change.Kind { .request }
    var changedAt: Timestamp { createdAt }
}

extension DeviceRequest: Mirrored {
    static var kind: Change.Kind { .deviceRequest }
    var changedAt: Timestamp { createdAt }
}

extension Session: Mirrored {
    static var kind: Change.Kind { .session }
    var changedAt: Timestamp { createdAt }
}

extension HandOver: Mirrored {
    static var kind: Change.Kind { .handOver }
    var changedAt: Timestamp { createdAt }
}
