import HTTPTypes
public import Hummingbird

/// The headers that keep a browser from doing with our pages what we did not ask for.
///
/// No eval, no inline script or style, nothing from another host (CSP level 3); WebAssembly may be compiled, for the pad. Forms are sent
/// by scripts only: a browser that sends one itself would put what was typed into the address.
public struct SecurityHeadersMiddleware: RouterMiddleware {
    private let site: Site

    /// Makes the middleware for an instance; only one that is reached over TLS tells browsers to insist on it.
    public init(site: Site) {
        self.site = site
    }

    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' data: blob:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "worker-src 'self'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
        "object-src 'none'",
    ].joined(separator: "; ")

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in Self.headers where response.headers[name] == nil {
            response.headers[name] = value
        }
        if site.isSecure { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        return response
    }

    private static let headers: [(HTTPField.Name, String)] = [
        (.contentSecurityPolicy, contentSecurityPolicy),
        (.xContentTypeOptions, "nosniff"),
        (.referrerPolicy, "no-referrer"),
        (.permissionsPolicy, "camera=(self), geolocation=(self), microphone=(), payment=(), usb=()"),
        (.crossOriginOpenerPolicy, "same-origin"),
        (.crossOriginResourcePolicy, "same-origin"),
        (.frameOptions, "DENY"),
    ]
}

extension HTTPField.Name {
    /// A name that is known to be well formed.
    init(known name: String) {
        self = HTTPField.Name(name) ?? .via
    }

    static let referrerPolicy = Self(known: "Referrer-Policy")
    static let permissionsPolicy = Self(known: "Permissions-Policy")
    static let crossOriginOpenerPolicy = Self(known: "Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = Self(known: "Cross-Origin-Resource-Policy")
    static let frameOptions = Self(known: "X-Frame-Options")
    /// A proof that the caller holds a key (RFC 9449, section 4.1), and what the next one must say (section 8.1).
    public static let dpop = Self(known: "DPoP")
    public static let dpopNonce = Self(known: "DPoP-Nonce")
    static let requestID = Self(known: "X-Request-Id")
    static let fetchSite = Self(known: "Sec-Fetch-Site")
    static let fetchDestination = Self(known: "Sec-Fetch-Dest")
    static let paraphWeb = Self(known: "Paraph-Web")
}
