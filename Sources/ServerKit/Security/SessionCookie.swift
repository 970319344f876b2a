import HTTPTypes
public import Hummingbird
public import ParaphWire

/// The cookie in which our own web app keeps its session.
///
/// It is HttpOnly and SameSite=Lax, and over TLS Secure with the `__Host-` prefix (RFC 6265bis, section 4.1.3.2), so that neither a script
/// nor a neighbouring host can read or plant it.
public struct SessionCookie: Sendable {
    private let site: Site

    /// Makes the cookie of an instance.
    public init(site: Site) {
        self.site = site
    }

    private var name: String { site.isSecure ? "__Host-paraph" : "paraph" }

    /// The token in a request's cookie.
    public func token(in request: Request) -> String? {
        request.cookies[name]?.value
    }

    /// Moves a session's token out of an answer and into the cookie, when the request comes from our own web app.
    ///
    /// - Returns: the grant without its token, and the value for `Set-Cookie`; the grant as it was and `nil` for other clients.
    public func moving(_ grant: SessionGrant, for request: Request, now: Timestamp) -> (grant: SessionGrant, setCookie: String?) {
        guard request.isFromOwnWebApp, let token = grant.token else { return (grant, nil) }
        var grant = grant
        grant.token = nil
        let seconds = max(0, (grant.expiresAt.milliseconds - now.milliseconds) / 1000)
        return (grant, "\(name)=\(token); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax" + (site.isSecure ? "; Secure" : ""))
    }

    /// The value of `Set-Cookie` that ends the session in the browser.
    public var cleared: String {
        "\(name)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax" + (site.isSecure ? "; Secure" : "")
    }
}

extension Request {
    /// Whether our own web app says that it sends this: it sets `Paraph-Web: 1`, which no page of another origin can without being asked first.
    public var isFromOwnWebApp: Bool {
        headers[.paraphWeb] == "1"
    }

    /// Whether a browser says that a page of ours shows this as a picture: `<img>` sends no header of ours (Fetch Metadata, 2.1 and 2.3).
    public var isPictureOfOwnPage: Bool {
        method == .get && headers[.fetchSite] == "same-origin" && headers[.fetchDestination] == "image"
    }
}
