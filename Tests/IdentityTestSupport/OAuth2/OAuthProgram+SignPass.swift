import Foundation
import HTTPTypes
import HummingbirdTesting
import JWTKit
import NIOCore
import ServerKit
import TestSupport
import Testing

@testable import Identity

/// A program that speaks SignPass's own formats.
extension OAuthProgram {
    /// An answer in either format.
    struct SignPassAnswer: Sendable {
        let status: Int
        let headers: HTTPFields
        let name: String?
        let members: [String: String]

        init(_ response: TestResponse) throws {
            status = response.status.code
            headers = response.headers
            let bytes = Array(response.body.readableBytesView)
            guard headers[.contentType] == "application/xml" else {
                name = nil
                members = (try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]).mapValues { "\($0)" }
                return
            }
            let message = try XMLBody.decode(bytes)
            name = message.name
            members = Dictionary(message.members.map { ($0.name, $0.text) }) { $1 }
        }
    }

    /// Sends a message in a format, with the program's secret in the header.
    func signPass(_ path: String, _ members: [String: String], xml: Bool = false, headers: HTTPFields = [:]) async throws -> SignPassAnswer
    {
        let body: [UInt8] =
            xml
            ? XMLBody.encode(XMLBody.Message(path, members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
            : try JSONBody.encode(members)
        return try await signPass(
            path,
            body: body,
            contentType: xml ? "application/xml; charset=utf-8" : "application/json",
            headers: headers
        )
    }

    func signPass(_ path: String, body: [UInt8], contentType: String?, headers: HTTPFields = [:]) async throws -> SignPassAnswer {
        var headers = headers
        headers[.contentType] = contentType
        headers[.authorization] = headers[.authorization] ?? "Basic \(Data("\(id):\(secret ?? "")".utf8).base64EncodedString())"
        return try SignPassAnswer(
            try await server.client.execute(uri: "/signpass/\(path)", method: .post, headers: headers, body: ByteBuffer(bytes: body))
        )
    }

    /// The claims of a callback's signature, verified by what the server publishes.
    func statement(_ call: CallbackRecorder.Call) async throws -> CallbackStatement {
        let collection = JWTKeyCollection()
        try await collection.add(jwksJSON: String(decoding: try JSONEncoder().encode(try await keys()), as: UTF8.self))
        return try await collection.verify(try #require(call.headers[CallbackStatement.header]), as: CallbackStatement.self)
    }
}
