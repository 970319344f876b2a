import ParaphWire

/// Where a returning person lands: their documents.
///
/// Those are kept in the browser; the page learns only whose they are, for several people may use one browser.
struct DocumentsPage: Page {
    static let template = "documents"

    let person: String
    /// Whether there is a signature of theirs; where there is none, what this browser keeps can be had all the same.
    let isEnrolled: Bool
    let waiting: [DeviceRequest]
    let asked: [ClientRequest]
    /// Whether the template was drawn by mouse, so that a device with a touch screen should ask for one by finger (spec 000, figure 5).
    let drawnByMouse: Bool

    static func load(_ visit: Visit) async throws -> DocumentsPage {
        let person = try await visit.get(IdentityEndpoints.me)
        let waiting = try await visit.waitingDevices()
        return DocumentsPage(
            person: person.id,
            isEnrolled: person.signature.isEnrolled,
            waiting: waiting,
            asked: try await visit.clientRequests(),
            drawnByMouse: person.signature.isDrawnByTouch == false
        )
    }

    var title: String { "documents.title" }
    var area: Area? { .documents }
    var isAreaStart: Bool { true }
    var scripts: [String] { ["Documents/documents.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        [
            "person": person, "enrolled": isEnrolled, "waiting": waiting.map { $0.values(phrases) },
            "asked": asked.map { $0.values(phrases) },
            "drawnByMouse": drawnByMouse,
        ]
    }
}
