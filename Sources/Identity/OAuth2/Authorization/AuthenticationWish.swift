import ParaphStorage
import ParaphWire
import ServerKit

/// What a client wants of the person's sign-in (OpenID Connect Core 1.0, section 3.1.2.1).
struct AuthenticationWish: Hashable, Sendable {
    /// What the person is to be shown; only `none` says that they are shown nothing.
    var prompts: Set<Prompt> = []
    /// How long ago the person may have signed in, in seconds; `nil` where it does not matter.
    var maximumAge: Int64?
    /// Classes of which the client would like one (`acr_values`); a voluntary claim, without which the client is answered too.
    var classes: [String] = []
    /// Whether a sign-in of none of ``classes`` is worth nothing to it: an essential claim (section 5.5.1.1).
    var needsClass = false
    /// The client's own name for whom it means, by the claim `sub`.
    var subject: String?
    /// An ID token that tells who is meant (`id_token_hint`).
    var hint: String?
    /// When the browser first came with the request, which is how a sign-in is known to have been made for it.
    var askedAt: Timestamp?

    enum Prompt: String, Sendable {
        case none, login, consent
        case selectAccount = "select_account"
    }

    /// The parameter by which a browser that was sent to sign in says when it first came.
    ///
    /// Who changes it could as well leave `prompt` out; what cannot be changed is the `auth_time` that the client is told.
    static let askedParameter = "paraph_asked"
    /// How long a sign-in may take, in seconds.
    private static let signInTime: Int64 = 3600

    init() {}

    /// Reads the parameters.
    ///
    /// - Throws: `invalid_request`.
    init(_ parameters: OAuthParameters, claims: ClaimsRequest = ClaimsRequest(), at now: Timestamp) throws(OAuthError) {
        for word in (try parameters.value("prompt") ?? "").split(separator: " ") {
            guard let prompt = Prompt(rawValue: String(word)) else {
                throw .invalidRequest("prompt may hold none, login, consent and select_account.")
            }
            prompts.insert(prompt)
        }
        guard !prompts.contains(.none) || prompts.count == 1 else { throw .invalidRequest("prompt is none, or holds others.") }
        if let text = try parameters.value("max_age") {
            guard let seconds = Int64(text), (0...1_000_000_000).contains(seconds) else {
                throw .invalidRequest("max_age must be a number of seconds.")
            }
            maximumAge = seconds
        }
        let values = (try parameters.value("acr_values") ?? "").split(separator: " ").map(String.init)
        classes = claims.classes.isEmpty ? values : claims.classes
        (needsClass, subject) = (claims.needsClass, claims.subject)
        hint = try parameters.value("id_token_hint")
        if let text = try parameters.value(Self.askedParameter), let milliseconds = Int64(text) {
            let moment = Timestamp(milliseconds: milliseconds)
            if moment <= now, moment > now.adding(seconds: -Self.signInTime) { askedAt = moment }
        }
    }

    /// Whether a sign-in is what the client wants, or as near as a person can get to it; what is wanted and need not be (section 5.5.1.1)
    /// counts where it is asked for.
    func isMet(by authentication: AuthenticationEvent, at now: Timestamp, isVoluntary: Bool) -> Bool {
        // What was done just for this request is not asked for again: the person needs time to read, and has the means that they have.
        if let askedAt, authentication.at >= askedAt { return true }
        if maximumAge == 0 || !prompts.isDisjoint(with: [.login, .selectAccount]) { return false }
        if let maximumAge, authentication.at.adding(seconds: maximumAge) < now { return false }
        guard isVoluntary || needsClass, !classes.isEmpty else { return true }
        return isClass(of: authentication)
    }

    /// Whether a sign-in has the class without which it is worth nothing to the client, however it came about.
    func isEnough(_ authentication: AuthenticationEvent) -> Bool { !needsClass || isClass(of: authentication) }

    private func isClass(of authentication: AuthenticationEvent) -> Bool { authentication.contextClass.map(classes.contains) ?? false }
}
