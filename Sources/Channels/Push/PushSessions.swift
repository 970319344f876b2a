public import ParaphStorage
public import ParaphWire

/// What pushes need to know of sessions, which are another domain's: a subscription lives as long as its session.
public protocol PushSessions: Sendable {
    /// Those of some sessions that still live.
    func living(_ ids: Set<String>, at now: Timestamp, in tx: any ReadTransaction) throws -> Set<String>
}
