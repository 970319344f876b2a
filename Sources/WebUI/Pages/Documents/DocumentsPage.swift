import ParaphWire

/// Where a returning person lands: their documents.
struct DocumentsPage: Page {
    static let template = "documents"

    let waiting: [DeviceRequest]

    static func load(_ visit: Visit) async throws -> DocumentsPage {
        _ = try await visit.enrolledPerson()
        return DocumentsPage(waiting: try await visit.waitingDevices())
    }

    var title: String { "documents.title" }
    var area: Area? { .documents }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["waiting": waiting.map(\.values)]
    }
}
