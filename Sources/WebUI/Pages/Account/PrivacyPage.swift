import ParaphWire

/// The consent, the person's data, and the way out.
struct PrivacyPage: Page {
    static let template = "privacy"

    let consent: ConsentText
    let given: Person.Consent?
    let place: RegistrationPlace?
    /// Whether place and photo go into the history of what they sign.
    let tells: Bool
    /// Whether a session waits for a mailed code to stand in for other factors.
    let isWaiting: Bool

    static func load(_ visit: Visit) async throws -> PrivacyPage {
        let person = try await visit.get(IdentityEndpoints.me)
        return PrivacyPage(
            consent: try await visit.get(IdentityEndpoints.consentText),
            given: person.consent,
            place: person.hasPlace ? try await visit.get(IdentityEndpoints.place) : nil,
            tells: person.tellsCircumstances,
            isWaiting: try await visit.get(IdentityEndpoints.stepUp).isWaiting
        )
    }

    var title: String { "privacy.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Account/privacy.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .privacy).merging(consent.values(phrases)) { $1 }
        values["waiting"] = isWaiting
        values["tells"] = tells
        if let given {
            values["given"] = given.givenAt.text
            values["consentVersionLine"] = phrases["consent.version", ["version": given.version]]
        }
        if let place {
            values["place"] = ([place.city, place.country].compactMap(\.self) + ["\(place.latitude)°, \(place.longitude)°"])
                .joined(separator: ", ")
        }
        return values
    }
}
