import ParaphStorage
import ParaphWire
import ServerKit

/// How a client's request stands with the person at the browser (OpenID Connect Core 1.0, sections 3.1.2.3 to 3.1.2.6).
enum AuthorizationStanding: Sendable {
    /// The person is asked.
    case ask(AuthenticationEvent)
    /// The person allowed all of it before.
    case goOn(AuthenticationEvent, ClientConsent)
    /// The person signs in first.
    case signIn
    /// It cannot be granted to who is here, or only by asking, which the client does not want.
    case refused(OAuthError)

    /// Looks at a request: whom its `id_token_hint` names, where it has one, and who uses the browser, where they signed in.
    init(of request: AuthorizationRequest, hinted: String?, caller: SessionCaller?, at now: Timestamp, in tx: any ReadTransaction) throws {
        let isSilent = request.wish.prompts.contains(.none)
        let authentication = try caller.flatMap { try SessionStore.authentication(of: $0.sessionID, personID: $0.personID, in: tx) }
        guard let caller, let authentication else {
            self = isSilent ? .refused(OAuthError("login_required", "Nobody is signed in.")) : .signIn
            return
        }
        for subject in [hinted, request.wish.subject].compactMap(\.self)
        where try SubjectStore.person(named: subject, client: request.client.id, in: tx) != caller.personID {
            self = .refused(OAuthError("login_required", "Somebody else is signed in than the client means."))
            return
        }
        guard request.wish.isMet(by: authentication, at: now, isVoluntary: !isSilent) else {
            self = isSilent ? .refused(OAuthError("login_required", "The person signed in too long ago, or by other means.")) : .signIn
            return
        }
        guard request.wish.isEnough(authentication) else {
            self = .refused(.unmetRequirements)
            return
        }
        let consent = try ClientConsentStore.find(request.client.id, by: caller.personID, at: now, in: tx)
        if let consent, consent.scopes.isSuperset(of: request.told), request.mayGoOn {
            self = .goOn(authentication, consent)
        } else {
            self = isSilent ? .refused(OAuthError("consent_required", "The person has not allowed this yet.")) : .ask(authentication)
        }
    }
}

extension AuthorizationRequest {
    /// Whether the person need not be asked again: not where the client wants it, and not where any program of the device could say that it is this
    /// client (RFC 8252, section 8.6; RFC 6749, section 10.2).
    fileprivate var mayGoOn: Bool {
        !wish.prompts.contains(.consent) && (!client.isPublic || answer.redirectURI.hasPrefix("https://"))
    }
}
