/// The native API's calls by which clients follow what changes.
public enum SyncEndpoints {
    /// What changed since the cursor of an earlier answer; without one, where to begin.
    public static let changes = Endpoint<ChangesQuery, Nothing, Changes>("GET", "/v1/changes")
    /// A stream of server-sent events (`text/event-stream`) that says only that something changed.
    public static let events = Endpoint<Nothing, Nothing, ServerSentEvents>("GET", "/v1/events")
}

/// Since when changes are told: the `cursor` of an earlier answer, as it came; absent to begin.
public struct ChangesQuery: CallParameters {
    /// The cursor; one from before a restore is answered with where to begin anew.
    public var after: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("after", \.after)]

    public init() {}

    public init(after: String?) {
        self.after = after
    }
}
