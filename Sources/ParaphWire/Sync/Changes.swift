/// What changed for a person since a cursor.
public struct Changes: Codable, Hashable, Sendable, JSONContent {
    /// What changed, each thing once, in the order of its latest change.
    public var changes: [Change]
    /// Where to go on: an opaque text of at most 200 bytes, to be kept together with what was changed by it.
    public var cursor: String
    /// Whether there is more after `cursor`.
    public var hasMore: Bool
    /// Whether `cursor` begins anew, because there was none before or it cannot be continued: load every list, then ask from here.
    public var isReset: Bool

    public init(changes: [Change] = [], cursor: String, hasMore: Bool = false, isReset: Bool = false) {
        self.changes = changes
        self.cursor = cursor
        self.hasMore = hasMore
        self.isReset = isReset
    }
}

/// One thing that changed.
public struct Change: Codable, Hashable, Sendable {
    /// What kind of thing; a client passes over those that it does not know.
    public var kind: Open<Kind>
    /// Its id.
    public var id: String
    /// Whether the person has it no more.
    public var isRemoved: Bool

    /// What can change.
    public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// A request for this person to add a device.
        case deviceRequest
        /// A document's history.
        case document
        /// A file on the server.
        case file
        /// A document that one device of the person asks another one to sign; the server's own pages alone do that.
        case handOver
        /// A program's request.
        case request
        case session
    }

    public init(kind: Open<Kind>, id: String, isRemoved: Bool) {
        self.kind = kind
        self.id = id
        self.isRemoved = isRemoved
    }
}
