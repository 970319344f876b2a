import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// A form in which SignPass's messages come and go (spec 003, section 5.5).
enum SignPassEncoding: Sendable {
    case json, xml

    /// The form of a request that is told of later; `nil` for one that came by CIBA.
    init?(_ kind: RequestDelivery.Kind) {
        switch kind {
        case .json: self = .json
        case .xml: self = .xml
        case .ping: return nil
        }
    }

    /// The form that a call wants its answer in: that of its body, or what it accepts; JSON where it says nothing.
    init(answering request: Request) {
        let type = request.headers[.contentType] ?? request.headers[.accept] ?? ""
        self = type.lowercased().contains("xml") ? .xml : .json
    }

    /// How the request of this form is told of.
    var kind: RequestDelivery.Kind { self == .json ? .json : .xml }

    var mediaType: String { self == .json ? "application/json" : "application/xml" }

    /// The most bytes of a body.
    static let bodyLimit = 16_384

    /// Reads a message of a name, which JSON does not say.
    ///
    /// - Throws: an ``OAuthError`` that says what is wrong.
    func decode(_ bytes: [UInt8], name: String) throws -> OAuthParameters {
        do {
            switch self {
            case .json:
                try JSONBody.checkShape(bytes)
                guard let members = try? JSONDecoder().decode([String: Text].self, from: Data(bytes)) else {
                    throw OAuthError.invalidRequest("The body must be a JSON object of texts and whole numbers.")
                }
                return OAuthParameters(members.map { ($0.key, $0.value.text) })
            case .xml:
                let message = try XMLBody.decode(bytes)
                guard message.name == name else { throw OAuthError.invalidRequest("The element must be \(name).") }
                return OAuthParameters(message.members)
            }
        } catch let problem as Problem {
            throw OAuthError.invalidRequest(problem.detail ?? problem.title)
        }
    }

    /// Writes a message.
    func encode(_ message: SignPassMessage) throws -> [UInt8] {
        switch self {
        case .json: try JSONBody.encode(Dictionary(message.members.map { ($0.name, $0.value) }) { $1 })
        case .xml: XMLBody.encode(XMLBody.Message(message.name, message.members.map { ($0.name, $0.value.text) }))
        }
    }

    /// A message as the answer of a call.
    func response(_ message: SignPassMessage, status: HTTPResponse.Status = .ok) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: mediaType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: try encode(message)))
        )
    }

    /// A value that a parameter may have.
    private struct Text: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                text = ""
            } else if let number = try? container.decode(Int64.self) {
                text = String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

/// A message of SignPass, in whatever form.
struct SignPassMessage: Sendable {
    /// What the element of XML is called.
    let name: String
    var members: [(name: String, value: Value)]

    enum Value: Encodable, Sendable, ExpressibleByStringLiteral {
        case text(String)
        case number(Int64)

        init(stringLiteral value: String) { self = .text(value) }

        var text: String {
            switch self {
            case .text(let text): text
            case .number(let number): String(number)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .text(let text): try container.encode(text)
            case .number(let number): try container.encode(number)
            }
        }
    }
}
