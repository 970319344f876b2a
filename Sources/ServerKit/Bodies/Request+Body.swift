public import Hummingbird
import NIOCore
import ParaphWire

extension Request {
    /// The whole body.
    ///
    /// - Throws: a `tooLarge` ``ParaphWire/Problem`` as soon as more than `limit` bytes are announced or have come.
    public func bytes(upTo limit: Int) async throws -> [UInt8] {
        if let announced = headers[.contentLength].flatMap({ Int($0) }), announced > limit { throw Problem.tooLarge(limit: limit) }
        do {
            let buffer = try await body.collect(upTo: limit)
            return Array(buffer.readableBytesView)
        } catch is NIOTooManyBytesError {
            throw Problem.tooLarge(limit: limit)
        }
    }

    /// The body read as JSON of a type.
    ///
    /// - Throws: a ``ParaphWire/Problem``: 415 for another media type, 413 above the limit, 400 that names what is wrong.
    public func decoded<Value: Codable>(as type: Value.Type, limit: Int) async throws -> Value {
        let mediaType = headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard mediaType == "application/json" else {
            throw Problem(
                status: 415,
                code: "unsupportedMediaType",
                title: "This media type is not taken here",
                detail: "Send JSON with Content-Type: application/json."
            )
        }
        return try JSONBody.decode(type, from: try await bytes(upTo: limit))
    }
}
