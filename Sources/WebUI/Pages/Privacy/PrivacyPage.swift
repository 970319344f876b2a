import ParaphWire

/// The consent, the person's data, and the way out.
struct PrivacyPage: Page {
    static let template = "privacy"

    let consent: ConsentText
    let given: Person.Consent?

    static func load(_ visit: Visit) async throws -> PrivacyPage {
        PrivacyPage(
            consent: try await visit.get(IdentityEndpoints.consentText),
            given: try await visit.get(IdentityEndpoints.me).consent
        )
    }

    var title: String { "privacy.title" }
    var area: Area? { .more }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .privacy).merging(consent.values(phrases)) { $1 }
        if let given {
            values["given"] = given.givenAt.text
            values["consentVersionLine"] = phrases["consent.version", ["version": given.version]]
        }
        return values
    }
}
