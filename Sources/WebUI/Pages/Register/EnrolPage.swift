import ParaphWire

/// Ten signatures for a person who is registered already; consent first, where it is missing.
struct EnrolPage: Page {
    static let template = "enrol"

    let consent: ConsentText
    let isConsented: Bool

    static func load(_ visit: Visit) async throws -> EnrolPage {
        let person = try await visit.get(IdentityEndpoints.me)
        guard !person.signature.isEnrolled else { throw Redirect.to("/documents") }
        return EnrolPage(consent: try await visit.get(IdentityEndpoints.consentText), isConsented: person.consent != nil)
    }

    var title: String { "enrol.title" }
    var scripts: [String] { ["Register/enrol.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = consent.values(phrases)
        values["consented"] = isConsented
        values["padName"] = "draw"
        values["primary"] = phrases["draw.next"]
        return values
    }
}
