import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

extension IdentityEnvironment {
    /// An answer that may hold a session: our own web app gets its token as a cookie, which no script can read.
    func response<Output: Codable & Sendable>(
        _ output: Output,
        granting session: WritableKeyPath<Output, SessionGrant?>,
        to request: Request
    ) async throws -> Response {
        var output = output
        guard let grant = output[keyPath: session] else { return try JSONBody.response(output) }
        let (told, setCookie) = try await moving(grant, for: request)
        output[keyPath: session] = told
        var response = try JSONBody.response(output)
        if let setCookie { response.headers[.setCookie] = setCookie }
        return response
    }

    /// An answer that is a session.
    func response(granting grant: SessionGrant, to request: Request) async throws -> Response {
        let (told, setCookie) = try await moving(grant, for: request)
        var response = try JSONBody.response(told)
        if let setCookie { response.headers[.setCookie] = setCookie }
        return response
    }

    /// What is told in the answer and what in the cookie; the session that the browser had until now ends, for other holders of its token too.
    private func moving(_ grant: SessionGrant, for request: Request) async throws -> (grant: SessionGrant, setCookie: String?) {
        let cookie = SessionCookie(site: site)
        let moved = cookie.moving(grant, for: request, now: time.now())
        if moved.setCookie != nil, let former = cookie.token(in: request) {
            try await database.write { try SessionStore.revoke(token: former, in: $0) }
        }
        return moved
    }
}
