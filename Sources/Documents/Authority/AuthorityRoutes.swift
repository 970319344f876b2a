import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ParaphTrust
import ParaphWire
import ServerKit

/// What everybody may ask of the authority: the roots' certificates, the lists of revoked ones, OCSP, and timestamps.
struct AuthorityRoutes: Sendable {
    let authority: Authority

    func addRoutes(to router: Router<ParaphContext>) {
        router.get(RouterPath(AuthorityPaths.list("{number}"))) { [authority] _, context -> Response in
            let number = try Self.number(context)
            guard let list = try await authority.revocationList(ofRoot: number) else { throw Problem.notFound("root") }
            return Self.response(list, type: "application/pkix-crl", seconds: 60)
        }
        router.get(RouterPath(AuthorityPaths.certificate("{number}"))) { [authority] _, context -> Response in
            let number = try Self.number(context)
            guard let certificate = try await authority.rootCertificate(number) else { throw Problem.notFound("root") }
            return Self.response(certificate, type: "application/pkix-cert", seconds: 3600)
        }
        router.post(RouterPath(AuthorityPaths.ocsp)) { [authority] request, _ -> Response in
            try request.require(mediaType: "application/ocsp-request")
            let answer = try await authority.answer(ocsp: try await request.bytes(upTo: OCSPQuery.sizeLimit))
            return Self.response(answer.der, type: "application/ocsp-response")
        }
        // The request is base64, whose slashes not everybody escapes (RFC 6960 appendix A.1).
        router.get(RouterPath(AuthorityPaths.ocsp + "/**")) { [authority] request, _ -> Response in
            let text = request.uri.path.dropFirst(AuthorityPaths.ocsp.count + 1)
            let decoded =
                text.utf8.count <= 2 * OCSPQuery.sizeLimit ? text.removingPercentEncoding.flatMap { Data(base64Encoded: $0) } : nil
            let answer = try await authority.answer(ocsp: decoded.map(Array.init) ?? [])
            return Self.response(answer.der, type: "application/ocsp-response", seconds: answer.isAnswer ? 60 : nil)
        }
        router.post(RouterPath(AuthorityPaths.timestamps)) { [authority] request, _ -> Response in
            try request.require(mediaType: "application/timestamp-query")
            let answer = try await authority.answer(timestamp: try await request.bytes(upTo: TimestampIssuer.requestLimit))
            return Self.response(answer, type: "application/timestamp-reply")
        }
    }

    private static func number(_ context: ParaphContext) throws -> Int {
        guard let number = Int(try context.parameter("number")), number > 0 else { throw Problem.notFound("root") }
        return number
    }

    private static func response(_ der: [UInt8], type: String, seconds: Int? = nil) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: seconds.map { "public, max-age=\($0)" } ?? "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: der))
        )
    }
}

extension Request {
    /// Throws unless the body is said to be of a media type.
    func require(mediaType: String) throws {
        let given = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
        guard given == mediaType else {
            throw Problem(
                code: .unsupportedMediaType,
                title: "This media type is not taken here",
                detail: "Send the request with Content-Type: \(mediaType)."
            )
        }
    }
}
