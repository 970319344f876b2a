import Hummingbird
import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

extension HistoryService {
    /// Adds the native API's calls about histories.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(DocumentsEndpoints.history) { query, _, _, context in
            let id = try context.parameter("id")
            let hash = try query.hash.map { text in
                guard let hash = DocumentHash(text) else {
                    throw Problem.invalid("hash", .malformed, "must be a hash of 40 to 128 hexadecimal digits, such as a SHA-256")
                }
                return hash
            }
            return try await history(id, hash: hash, for: context.principal?.personID)
        }
        router.on(DocumentsEndpoints.photo) { _, _, context in
            let picture = try await picture(
                ofSignature: context.parameter("signatureId"),
                on: context.parameter("id"),
                for: context.principal?.personID
            )
            return Content(mediaType: picture.mediaType, bytes: picture.bytes, orientation: picture.orientation)
        }
        router.on(DocumentsEndpoints.ink) { _, _, context in
            let drawing = try await drawing(
                ofSignature: context.parameter("signatureId"),
                on: context.parameter("id"),
                for: context.principal?.personID
            )
            return Content(mediaType: "image/svg+xml", bytes: Array(drawing.svg().utf8))
        }
    }
}
