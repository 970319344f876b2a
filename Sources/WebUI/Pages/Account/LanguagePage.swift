/// The choice of the language, for who is signed in.
struct LanguagePage: Page {
    static let template = "language"

    static func load(_ visit: Visit) async throws -> LanguagePage {
        LanguagePage()
    }

    var title: String { "language.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Account/language.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        phrases.settings(current: .language)
    }
}
