import Hummingbird
import ParaphWire
import ServerKit

extension IdentityEnvironment {
    /// An answer that may hold a session: our own web app gets its token as a cookie, which no script can read.
    func response<Output: Codable & Sendable>(
        _ output: Output,
        granting session: WritableKeyPath<Output, SessionGrant?>,
        to request: Request
    ) throws -> Response {
        var output = output
        guard let grant = output[keyPath: session] else { return try JSONBody.response(output) }
        let moved = SessionCookie(site: site).moving(grant, for: request, now: time.now())
        output[keyPath: session] = moved.grant
        var response = try JSONBody.response(output)
        if let cookie = moved.setCookie { response.headers[.setCookie] = cookie }
        return response
    }

    /// An answer that is a session.
    func response(granting grant: SessionGrant, to request: Request) throws -> Response {
        let moved = SessionCookie(site: site).moving(grant, for: request, now: time.now())
        var response = try JSONBody.response(moved.grant)
        if let cookie = moved.setCookie { response.headers[.setCookie] = cookie }
        return response
    }
}
