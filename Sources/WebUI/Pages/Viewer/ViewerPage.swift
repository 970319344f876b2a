import ParaphWire

/// Shows a document that is kept in the browser; which one stands behind `#`, which browsers do not send.
struct ViewerPage: Page {
    static let template = "viewer"

    let person: Person

    static func load(_ visit: Visit) async throws -> ViewerPage {
        ViewerPage(person: try await visit.get(IdentityEndpoints.me))
    }

    var title: String { "viewer.title" }
    var area: Area? { .documents }
    var scripts: [String] { ["Viewer/viewer.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        [
            "person": person.id, "name": person.profile.userName, "tells": person.tellsCircumstances, "padName": "sign",
            "primary": phrases["viewer.sign"],
            // A link to a document leads nowhere else.
            "enrolled": true,
        ]
    }
}
