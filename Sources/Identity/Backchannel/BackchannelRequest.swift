import ParaphStorage
import ParaphWire
import ServerKit

/// What a client asks of a person who is elsewhere (CIBA Core 1.0, section 7.1).
struct BackchannelRequest: Sendable {
    let scopes: Set<TokenScope>
    let hint: Hint
    /// What the person reads in the client's words.
    let message: String?
    /// How long it waits, in seconds.
    let lifetime: Int64
    /// What the client knows us by when it is told that the request is over; of clients that take pings only.
    var notificationToken: String?
    /// What the person told the client, so that it may ask them.
    var userCode: String?

    /// Who is meant.
    enum Hint: Sendable {
        /// An e-mail or a username.
        case login(String)
        /// An ID token that the client was given.
        case token(String)
    }

    /// How long one waits that does not say, and how long it may at most, in seconds.
    static let (usualLifetime, longestLifetime): (Int64, Int64) = (120, 300)

    /// Asks to sign in, for no tokens.
    ///
    /// - Throws: an ``OAuthError`` of section 13.
    init(user: String, message: String?, lifetime: String?) throws {
        (scopes, hint) = ([], .login(user))
        self.message = message
        if let message { try Self.check(message, name: "purpose") }
        self.lifetime = try Self.lifetime(lifetime, name: "expiry")
    }

    /// Reads a form; a client that wants to be told that the request is over brings what it knows us by.
    ///
    /// - Throws: an ``OAuthError`` of section 13.
    init(_ parameters: OAuthParameters, known: ScopeList, takesPings: Bool) throws {
        scopes = try known.read(try parameters.required("scope"))
        guard scopes.contains(.openid), scopes.isSubset(of: ScopeDeclaration.identity.map(\.scope)) else {
            throw OAuthError("invalid_scope", "The scope must hold openid, and may hold profile, email, address and phone.")
        }
        hint = try Self.hint(parameters)
        message = try parameters.value("binding_message")
        if let message { try Self.check(message, name: "binding_message") }
        lifetime = try Self.lifetime(try parameters.value("requested_expiry"), name: "requested_expiry")
        userCode = try parameters.value("user_code")
        if takesPings {
            let token = try parameters.required("client_notification_token")
            guard Self.isBearer(token) else {
                throw OAuthError.invalidRequest("client_notification_token must have 22 to 1024 characters of RFC 6750, section 2.1.")
            }
            notificationToken = token
        }
    }

    /// Whether a text can stand in a header as a bearer token, and may have 128 bits.
    private static func isBearer(_ token: String) -> Bool {
        let body = token.reversed().drop { $0 == "=" }
        return (22...1024).contains(token.utf8.count)
            && body.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-._~+/".contains($0)) } && !body.isEmpty
    }

    private static func hint(_ parameters: OAuthParameters) throws -> Hint {
        let names = ["login_hint", "id_token_hint", "login_hint_token"]
        let given = try names.compactMap { name in try parameters.value(name).map { (name, $0) } }
        guard given.count == 1, let (name, value) = given.first else {
            throw OAuthError.invalidRequest("Give exactly one of \(names[0]) and \(names[1]).")
        }
        switch name {
        case names[0]: return .login(value)
        case names[1]: return .token(value)
        default: throw OAuthError.invalidRequest("\(name) is not supported: give \(names[0]) or \(names[1]).")
        }
    }

    /// Refuses what could not be shown just as it is, or would lead elsewhere.
    private static func check(_ message: String, name: String) throws {
        let isShown = (try? TextRules.check(message, name: name, length: 1...200)) != nil
        let lower = message.lowercased()
        guard isShown, !lower.contains("://"), !lower.contains("www.") else {
            throw OAuthError(
                "invalid_binding_message",
                "\(name) must have 1 to 200 characters that show, in one line, without addresses of the web."
            )
        }
    }

    private static func lifetime(_ text: String?, name: String) throws -> Int64 {
        guard let text else { return usualLifetime }
        guard text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }), let seconds = Int64(text),
            (1...longestLifetime).contains(seconds)
        else { throw OAuthError.invalidRequest("\(name) must be 1 to \(longestLifetime) seconds.") }
        return seconds
    }
}
