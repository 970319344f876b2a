import ParaphWire

/// What became of a document, for all who hold its link: a page for each signature, and the line of time.
struct HistoryPage: Page {
    static let template = "history"
    static let needsSession = false
    static let hasDocumentWords = true

    let history: DocumentHistory
    let isSignedIn: Bool
    let appStoreID: String?

    static func load(_ visit: Visit) async throws -> HistoryPage {
        let id = visit.query("documentid") ?? ""
        guard !id.isEmpty else { throw Redirect.to("/documents") }
        return HistoryPage(
            history: try await visit.get(DocumentsEndpoints.history, at: DocumentsEndpoints.history.path(id)),
            isSignedIn: visit.isSignedIn,
            appStoreID: visit.appStoreID
        )
    }

    var title: String { "history.title" }
    var area: Area? { .documents }
    var scripts: [String] { ["History/history.js"] }
}
