import HTTPTypes
import Hummingbird
import NIOCore
import ParaphWire
import ServerKit
import Synchronization

/// The native API as our own pages reach it: through the same router as everybody, without a socket.
final class InProcessAPI: Sendable {
    private let responder = Mutex<RouterResponder<ParaphContext>?>(nil)

    /// Tells whom requests go to; once, before the first.
    func answer(with responder: RouterResponder<ParaphContext>) {
        self.responder.withLock { $0 = responder }
    }

    /// Sends a request with the credential and language of the one that is being answered.
    ///
    /// - Throws: the `Problem` that the API answered with.
    func send(method: HTTPRequest.Method, path: String, body: [UInt8]?, for request: Request, context: ParaphContext) async throws
        -> [UInt8]
    {
        guard let responder = responder.withLock({ $0 }) else { throw Problem.unavailable() }
        var headers = HTTPFields()
        for name in [HTTPField.Name.cookie, .acceptLanguage] { headers[name] = request.headers[name] }
        // Our own pages ask, so no app's key is needed.
        for (name, value) in [("Paraph-Web", "1"), ("Sec-Fetch-Site", "same-origin")] {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        if body != nil { headers[.contentType] = "application/json" }
        let inner = Request(
            head: HTTPRequest(method: method, scheme: nil, authority: request.head.authority, path: path, headerFields: headers),
            body: RequestBody(buffer: ByteBuffer(bytes: body ?? []))
        )
        var innerContext = ParaphContext(source: ApplicationRequestContextSource(channel: context.channel, logger: context.logger))
        innerContext.requestID = context.requestID
        innerContext.isInProcess = true
        let response = try await responder.respond(to: inner, context: innerContext)
        let collector = BodyCollector()
        try await response.body.write(collector)
        let bytes = collector.bytes
        guard response.status.kind == .successful else {
            throw (try? JSONBody.decode(Problem.self, from: bytes)) ?? Problem.fault
        }
        return bytes
    }
}

/// Gathers a response's body in memory.
private final class BodyCollector: ResponseBodyWriter, Sendable {
    private let buffer = Mutex(ByteBuffer())

    var bytes: [UInt8] { buffer.withLock { Array($0.readableBytesView) } }

    func write(_ part: ByteBuffer) async throws {
        buffer.withLock { _ = $0.writeImmutableBuffer(part) }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
