/// What the operator chose for documents.
public struct DocumentsSettings: Hashable, Sendable {
    /// Where people and programs reach the instance, without a slash at the end.
    public var publicURL = ""
    /// What those see of a history who hold its link and are not among the participants.
    public var linkShows = LinkShows.names
    /// The iOS apps that links to histories open.
    public var iosApps = IOSApps()

    /// How many bytes of files are in memory at a time while they are prepared for signatures; a larger one comes alone.
    public var signingMemory = 256 << 20

    /// What a link to a history shows.
    public enum LinkShows: String, CaseIterable, Hashable, Sendable {
        /// Nothing: only participants see a history.
        case nothing
        /// Names, times, similarities and verdicts.
        case names
        /// Pictures, places and devices too.
        case everything
    }

    /// The iOS apps that open links of this instance.
    public struct IOSApps: Hashable, Sendable {
        /// Their ids with the team's prefix, such as `ABCDE12345.org.example.sign`; where there is none, links open in the browser.
        public var ids: [String] = []
        /// The number of the app in the App Store, which is offered to those who do not have it; `nil` offers none.
        public var storeID: String?

        public init(ids: [String] = [], storeID: String? = nil) {
            self.ids = ids
            self.storeID = storeID
        }
    }

    public init() {}
}
