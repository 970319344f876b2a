/// What this is.
struct AboutPage: Page {
    static let template = "about"

    static func load(_ visit: Visit) async throws -> AboutPage {
        AboutPage()
    }

    var title: String { "about.title" }
    var area: Area? { .more }

    func values(_ phrases: Phrases) -> [String: Any] {
        phrases.settings(current: .about)
    }
}
