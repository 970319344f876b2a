/// What the service worker shows where there is no connection; the same for everybody, so that it may be kept.
struct OfflinePage: Page {
    static let template = "offline"
    static let needsSession = false

    static func load(_ visit: Visit) async throws -> OfflinePage {
        OfflinePage()
    }

    var title: String { "offline.title" }
}
