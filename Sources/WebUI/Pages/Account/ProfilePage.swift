import ParaphWire

/// What the person tells of themselves.
struct ProfilePage: Page {
    static let template = "profile"

    let person: Person
    let country: String?
    let phone: PhoneStatus

    static func load(_ visit: Visit) async throws -> ProfilePage {
        ProfilePage(
            person: try await visit.get(IdentityEndpoints.me),
            country: visit.country,
            phone: try await visit.get(IdentityEndpoints.phone)
        )
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
        if phone.isAvailable, let number = phone.number {
            values["phone"] =
                [
                    "number": number, "isProved": phone.isProved, "getsNotices": phone.getsNotices, "isSent": phone.code != nil,
                    "sendVerb": phrases[phone.code == nil ? "phoneProof.send" : "phoneProof.again"],
                ] as [String: Any]
        }
        return values
    }
}
