import HTTPTypes
public import Hummingbird
import ParaphWire

/// Refuses requests that another site makes a browser send with our cookie (CSRF).
///
/// A request that changes something and carries the session cookie must come from our own pages: `Sec-Fetch-Site: same-origin`, else an
/// `Origin` that is ours, and the header `Paraph-Web: 1`. Requests with a bearer token are not a browser's doing and pass.
public struct CrossSiteMiddleware: RouterMiddleware {
    private let site: Site
    private let cookie: SessionCookie

    /// Makes the middleware of an instance.
    public init(site: Site) {
        self.site = site
        cookie = SessionCookie(site: site)
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        let isSafe = [.get, .head, .options].contains(request.method)
        let isWebApp = request.isFromOwnWebApp || (cookie.token(in: request) != nil && request.headers[.authorization] == nil)
        if !isSafe, isWebApp {
            guard isSameOrigin(request), request.isFromOwnWebApp else {
                throw Problem.forbidden(.crossSite, "This request does not come from a page of this site.")
            }
        }
        return try await next(request, context)
    }

    private func isSameOrigin(_ request: Request) -> Bool {
        if let fetchSite = request.headers[.fetchSite] { return fetchSite == "same-origin" }
        return request.headers[.origin] == site.origin
    }
}
