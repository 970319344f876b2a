import HTTPTypes
import NIOCore
import NIOHTTP1

/// What makes a request mean one thing to us and another to a proxy before us (RFC 9112, sections 3.2 and 6; RFC 9113, section 8.3.1).
enum RequestFraming {
    /// Whether it is unclear for whom an HTTP/1 request is, or where its body ends.
    ///
    /// The decoder has refused the rest: two lengths, a length beside a coding, a coding whose end is not `chunked`, folded fields.
    static func isAmbiguous(_ head: HTTPRequestHead) -> Bool {
        let isOld = head.version == .http1_0
        guard isOld || head.version == .http1_1 else { return true }
        let hosts = head.headers[canonicalForm: "host"]
        guard hosts.count == 1 || hosts.isEmpty && isOld, hosts.allSatisfy(isHost) else { return true }
        let codings = head.headers["transfer-encoding"]
        guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" && !isOld else { return true }
        return !codings.isEmpty && head.headers.contains(name: "content-length") || head.headers["content-length"].count > 1
    }

    /// Whether it is unclear for whom an HTTP/2 request is.
    static func isAmbiguous(_ request: HTTPRequest) -> Bool {
        guard let authority = request.authority, isHost(authority[...]) else { return true }
        return request.headerFields[values: .host].contains { $0 != authority } || request.headerFields[values: .host].count > 1
    }

    /// A name or an address, with or without a port; nothing that a list, a path or a user name is made of.
    private static func isHost(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
                default: false
                }
            }
    }
}

extension HTTPField.Name {
    fileprivate static let host = Self(known: "Host")
}

/// After the decoder of HTTP/1: refuses ambiguous requests as if they could not be read, with 400, and reads no further.
final class RequestFramingHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private var isOver = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
        if case .head(let head) = unwrapInboundIn(data), RequestFraming.isAmbiguous(head) {
            isOver = true
            context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            return
        }
        context.fireChannelRead(data)
    }
}
