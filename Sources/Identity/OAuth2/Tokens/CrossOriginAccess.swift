import HTTPTypes
import Hummingbird
import ParaphStorage
import ServerKit

/// Lets scripts of pages elsewhere call what clients call, where an administrator registered the page's origin with a client (Fetch, section 3.3).
///
/// Without credentials: no cookie goes along, and the caller proves itself as any other. What is the same for everybody is open to every origin.
struct CrossOriginAccess: Sendable {
    let environment: IdentityEnvironment

    /// What a browser asks leave for before it calls.
    private static let methods = [
        "/oauth2/token": "POST", "/oauth2/par": "POST", "/oauth2/revoke": "POST", "/oauth2/userinfo": "GET, POST",
    ]

    /// Adds the answers to browsers that ask before a script's call (section 3.3.3).
    func addRoutes(to router: Router<ParaphContext>) {
        for (path, methods) in Self.methods {
            router.on(RouterPath(path), method: .options) { request, _ -> Response in
                var response = Response(status: .noContent, headers: [.accessControlMaxAge: "600"])
                response.headers[.accessControlAllowMethods] = methods
                response.headers[.accessControlAllowHeaders] = "Authorization, Content-Type, DPoP"
                return try await open(response, to: request)
            }
        }
    }

    /// An answer as the script of a registered origin may read it; as it is for everybody else.
    func open(_ response: Response, to request: Request) async throws -> Response {
        var response = response
        response.headers[.vary] = "Origin"
        guard let origin = request.headers[.origin], origin.utf8.count <= 260,
            try await environment.database.read({ try OriginStore.isKnown(origin, in: $0) })
        else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "WWW-Authenticate, DPoP-Nonce"
        return response
    }

    /// An answer that is the same for everybody.
    static func open(_ response: Response) -> Response {
        var response = response
        response.headers[.accessControlAllowOrigin] = "*"
        return response
    }
}
