import ParaphWire

/// Deleting the account: a word typed, and a signature.
struct DeleteAccountPage: Page {
    static let template = "delete-account"

    /// Whose documents this browser keeps, which go too.
    let person: String

    static func load(_ visit: Visit) async throws -> DeleteAccountPage {
        DeleteAccountPage(person: try await visit.get(IdentityEndpoints.me).id)
    }

    var title: String { "delete.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Account/delete-account.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        phrases.settings(current: .privacy, back: .privacy).merging(["person": person]) { $1 }
    }
}
