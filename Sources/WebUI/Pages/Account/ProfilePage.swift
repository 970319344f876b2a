import ParaphWire

/// What the person tells of themselves.
struct ProfilePage: Page {
    static let template = "profile"

    let person: Person
    let country: String?

    static func load(_ visit: Visit) async throws -> ProfilePage {
        ProfilePage(person: try await visit.get(IdentityEndpoints.me), country: visit.country)
    }

    var title: String { "profile.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Account/profile.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = person.fields.merging(phrases.settings(current: .profile)) { $1 }
        values["country"] = country
        values["today"] = CivilDate.today
        values["photoLabel"] = phrases["profile.photo"]
        values["camera"] = true
        return values
    }
}
