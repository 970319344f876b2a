import Foundation
import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// `/openapi.yaml`: the description of the APIs (OpenAPI 3.1) that this program was built with.
struct OpenAPIRoute {
    let domains: DomainList

    /// The description: the head and what belongs to no domain, then every domain's part; `nil` where the program was installed without.
    var document: String? {
        OpenAPIDocument.text(in: .module).map { OpenAPIDocument.joined([$0] + domains.openAPI) }
    }

    func add(to router: Router<ParaphContext>) {
        let document = document.map { ByteBuffer(string: $0) }
        router.get("/openapi.yaml") { _, _ -> Response in
            guard let document else { throw Problem.notFound("document") }
            return Response(
                status: .ok,
                headers: [.contentType: "application/yaml", .cacheControl: "public, max-age=300"],
                body: .init(byteBuffer: document)
            )
        }
    }
}
