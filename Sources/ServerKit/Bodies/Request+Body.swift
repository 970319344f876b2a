public import Hummingbird
import NIOCore
import ParaphWire

extension Request {
    /// How much of a body that is refused is still read, so that clients which send all of it before they listen hear why.
    private static let discardLimit = 32 * 1024 * 1024

    /// The whole body.
    ///
    /// A larger one is read to its end without being kept, within bounds, so that the client gets to hear the refusal.
    /// - Throws: a `tooLarge` ``ParaphWire/Problem`` where more than `limit` bytes are announced or come; ``BodyBrokenOff``.
    public func bytes(upTo limit: Int) async throws -> [UInt8] {
        guard announcedLength ?? 0 <= Self.discardLimit else { throw Problem.tooLarge(limit: limit) }
        var bytes: [UInt8] = []
        var count = 0
        for try await chunk in IncomingBody(body) {
            count += chunk.readableBytes
            if count <= limit {
                bytes.append(contentsOf: chunk.readableBytesView)
            } else {
                bytes = []
                guard count <= Self.discardLimit else { break }
            }
        }
        guard count <= limit else { throw Problem.tooLarge(limit: limit) }
        return bytes
    }

    /// Reads a body that is refused, within bounds, without keeping it.
    public func discardBody() async {
        _ = try? await bytes(upTo: 0)
    }

    private var announcedLength: Int? {
        headers[.contentLength].flatMap { Int($0) }
    }

    /// The body read as JSON of a type.
    ///
    /// - Throws: a ``ParaphWire/Problem``: 415 for another media type, 413 above the limit, 400 that names what is wrong.
    public func decoded<Value: Codable>(as type: Value.Type, limit: Int) async throws -> Value {
        let mediaType = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard mediaType == "application/json" else {
            throw Problem(
                code: .unsupportedMediaType,
                title: "This media type is not taken here",
                detail: "Send JSON with Content-Type: application/json."
            )
        }
        return try JSONBody.decode(type, from: try await bytes(upTo: limit))
    }
}
