import ParaphWire

/// Everything about the account that is not work.
struct MorePage: Page {
    static let template = "more"

    let person: Person

    static func load(_ visit: Visit) async throws -> MorePage {
        MorePage(person: try await visit.get(IdentityEndpoints.me))
    }

    var title: String { "more.title" }
    var area: Area? { .more }
    var isAreaStart: Bool { true }

    func values(_ phrases: Phrases) -> [String: Any] {
        person.fields.merging(phrases.settings(current: nil)) { $1 }
    }
}
