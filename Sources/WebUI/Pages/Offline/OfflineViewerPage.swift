/// The viewer as the service worker shows it where there is no connection: the same for everybody, for whose documents they are the browser
/// knows.
struct OfflineViewerPage: Page {
    static let template = "viewer"
    static let needsSession = false
    static let hasDocumentWords = true

    static func load(_ visit: Visit) async throws -> OfflineViewerPage {
        OfflineViewerPage()
    }

    var title: String { "viewer.title" }
    var area: Area? { .documents }
    var scripts: [String] { ["Viewer/viewer.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["person": "", "name": "", "padName": "sign", "primary": phrases["viewer.sign"]]
    }
}
