import ParaphWire

/// The profile, the code, ten signatures.
///
/// A person who is registered but has no template yet finds their profile filled in.
struct RegisterPage: Page {
    static let template = "register"
    static let needsSession = false

    let consent: ConsentText
    let person: Person?
    let country: String?

    static func load(_ visit: Visit) async throws -> RegisterPage {
        var person: Person?
        if visit.isSignedIn {
            let me = try await visit.get(IdentityEndpoints.me)
            guard !me.signature.isEnrolled else { throw Redirect.to("/documents") }
            person = me
        }
        return RegisterPage(consent: try await visit.get(IdentityEndpoints.consentText), person: person, country: visit.country)
    }
}
