import ParaphWire

/// Where a returning person lands: their documents.
struct DocumentsPage: Page {
    static let template = "documents"

    let waiting: [DeviceRequest]
    /// Whether the template was drawn by mouse, so that a device with a touch screen should ask for one by finger (spec 000, figure 5).
    let drawnByMouse: Bool

    static func load(_ visit: Visit) async throws -> DocumentsPage {
        let person = try await visit.enrolledPerson()
        return DocumentsPage(waiting: try await visit.waitingDevices(), drawnByMouse: person.signature.byTouch == false)
    }

    var title: String { "documents.title" }
    var area: Area? { .documents }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["waiting": waiting.map(\.values), "drawnByMouse": drawnByMouse]
    }
}
