import App
import AppTestSupport
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import ParaphTrust
import Testing
import X509

@testable import Documents

/// Where a whole server tells of the authority's certificates.
struct RevocationAddressTests {
    @Test func theAddressesAnswer() async throws {
        try await TestServer.run { server, client in
            func get(_ path: String) async throws -> TestResponse { try await client.execute(uri: path, method: .get) { $0 } }
            #expect(try await get("/pki/1/root.crl").status == .notFound)
            let authority = Authority(
                database: server.node.database,
                keys: server.node.keyRing,
                time: server.time,
                settings: AuthoritySettings(publicURL: "http://localhost:8080")
            )
            let leaf = try await authority.seal().certificate
            let list = try await get("/pki/1/root.crl")
            #expect(list.status == .ok)
            #expect(list.headers[.contentType] == "application/pkix-crl")
            let root = try Certificate(der: Array((try await get("/pki/1/root.cer")).body.readableBytesView))
            for path in ["/pki/2/root.cer", "/pki/0/root.crl", "/pki/x/root.crl", "/pki/99999999999999999999/root.cer"] {
                #expect(try await get(path).status == .notFound)
            }
            let request = try OCSPRequest(certificate: leaf, issuer: root).der
            let answers = [
                try await client.execute(
                    uri: "/pki/ocsp",
                    method: .post,
                    headers: [.contentType: "application/ocsp-request"],
                    body: ByteBuffer(bytes: request)
                ) { $0 },
                try await get("/pki/ocsp/" + Data(request).base64EncodedString()),
                try await get(
                    "/pki/ocsp/"
                        + Data(request).base64EncodedString().replacingOccurrences(of: "/", with: "%2F")
                        .replacingOccurrences(of: "+", with: "%2B").replacingOccurrences(of: "=", with: "%3D")
                ),
            ]
            for answer in answers {
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "application/ocsp-response")
                #expect(try OCSPResponse(der: Array(answer.body.readableBytesView)).certificates.isEmpty)
            }
            #expect(Array(try await get("/pki/ocsp/%%%").body.readableBytesView) == OCSPFailure.malformedRequest.der)
            let other = try await client.execute(uri: "/pki/ocsp", method: .post, body: ByteBuffer(bytes: request)) { $0 }
            #expect(other.status == .unsupportedMediaType)
        }
    }
}
