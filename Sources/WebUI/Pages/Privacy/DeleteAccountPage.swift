/// Deleting the account: a word typed, and a signature.
struct DeleteAccountPage: Page {
    static let template = "delete-account"

    static func load(_ visit: Visit) async throws -> DeleteAccountPage {
        DeleteAccountPage()
    }

    var title: String { "delete.title" }
    var area: Area? { .more }
    var scripts: [String] { ["settings.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        phrases.settings(current: .privacy, back: .privacy)
    }
}
