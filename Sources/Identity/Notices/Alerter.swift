public import ParaphStorage
public import ParaphWire

/// What a person's devices are alerted of: a category and an opaque id, never words.
public struct Alert: Hashable, Sendable {
    /// What it is about, which people switch on for themselves.
    public var category: PushCategory
    /// The id of what it is about, by which a device finds it; a new one where there is nothing to find.
    public var id: String
    /// From when on it is worth nothing; `nil` where it is worth something for days.
    public var expiresAt: Timestamp?
    /// The session that caused it, which is not alerted itself.
    public var exceptSession: String?

    init(_ category: PushCategory, id: String = Identifier.random(), expiresAt: Timestamp? = nil, exceptSession: String? = nil) {
        self.category = category
        self.id = id
        self.expiresAt = expiresAt
        self.exceptSession = exceptSession
    }
}

/// Alerts people's devices; Channels does.
public protocol Alerter: Sendable {
    /// Takes an alert in the transaction of what it tells of: it is pushed if that is committed, and never otherwise.
    func alert(_ personID: String, of alert: Alert, in tx: any WriteTransaction) throws
}

/// Alerts no device: pages follow events, and mails come as they do.
public struct NoAlerts: Alerter {
    /// Makes what alerts no device.
    public init() {}

    public func alert(_ personID: String, of alert: Alert, in tx: any WriteTransaction) throws {}
}
