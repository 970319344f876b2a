import HTTPTypes
import Hummingbird
import NIOCore
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

extension HistoryService {
    /// Adds the native API's calls about histories.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(DocumentsEndpoints.history) { _, request, context in
            let id = try context.parameter("id")
            let hash = try request.uri.queryParameters["hash"].map { text in
                guard let hash = DocumentHash(String(text)) else {
                    throw Problem.invalid("hash", "malformed", "must be a hash of 40 to 128 hexadecimal digits, such as a SHA-256")
                }
                return hash
            }
            return try await history(id, hash: hash, for: context.principal?.personID)
        }
        router.get(RouterPath(DocumentsEndpoints.photo.path)) { _, context in
            let picture = try await picture(
                ofSignature: context.parameter("signatureId"),
                on: context.parameter("id"),
                for: context.principal?.personID
            )
            var response = Response(
                status: .ok,
                headers: [.contentType: picture.mediaType, .cacheControl: "private, no-store"],
                body: .init(byteBuffer: ByteBuffer(bytes: picture.bytes))
            )
            if let name = HTTPField.Name("Paraph-Photo-Orientation") { response.headers[name] = String(picture.orientation) }
            return response
        }
        router.get(RouterPath(DocumentsEndpoints.ink.path)) { _, context in
            let drawing = try await drawing(
                ofSignature: context.parameter("signatureId"),
                on: context.parameter("id"),
                for: context.principal?.personID
            )
            return Response(
                status: .ok,
                headers: [.contentType: "image/svg+xml", .cacheControl: "private, no-store"],
                body: .init(byteBuffer: ByteBuffer(string: drawing.svg()))
            )
        }
    }
}
