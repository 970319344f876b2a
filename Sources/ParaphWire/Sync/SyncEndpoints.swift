/// The native API's calls by which clients follow what changes.
public enum SyncEndpoints {
    /// What changed since the query's `after`, the `cursor` of an earlier answer; without one, where to begin.
    public static let changes = Endpoint<Nothing, Changes>("GET", "/v1/changes")
    /// A stream of server-sent events (`text/event-stream`) that says only that something changed.
    public static let events = Endpoint<Nothing, Nothing>("GET", "/v1/events")
}
