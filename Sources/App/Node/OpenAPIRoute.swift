import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

#if canImport(FoundationEssentials)
import Foundation
#endif

/// `/openapi.yaml`: the description of the native API (OpenAPI 3.1) that this program was built with.
struct OpenAPIRoute {
    func add(to router: Router<ParaphContext>) {
        let document = Bundle.module.url(forResource: "openapi", withExtension: "yaml").flatMap { try? Data(contentsOf: $0) }
        router.get("/openapi.yaml") { _, _ -> Response in
            guard let document else { throw Problem.notFound("document") }
            return Response(
                status: .ok,
                headers: [.contentType: "application/yaml", .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: ByteBuffer(bytes: document))
            )
        }
    }
}
