import HTTPTypes
import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// `/.well-known/apple-app-site-association`: which iOS apps open links to histories instead of a browser, and make and use passkeys of this site
/// (Apple, "Supporting associated domains").
struct AppSiteAssociation: Sendable {
    let apps: DocumentsSettings.IOSApps

    private struct File: Encodable {
        struct Links: Encodable {
            var details: [Detail]
        }

        struct Detail: Encodable {
            var appIDs: [String]
            var components: [Component]
        }

        struct Component: Encodable {
            var path: String
            var query: [String: String]

            private enum CodingKeys: String, CodingKey {
                case path = "/"
                case query = "?"
            }
        }

        struct Credentials: Encodable {
            var apps: [String]
        }

        var applinks: Links
        var webcredentials: Credentials
    }

    /// Adds the file, which is there only where an app is configured.
    func addRoutes(to router: Router<ParaphContext>) {
        router.get("/.well-known/apple-app-site-association") { [apps] _, _ -> Response in
            guard !apps.ids.isEmpty else { throw Problem.notFound("document") }
            let query = ["documentid": "?*"]
            let components = ["/documents", "/documents/"].map { File.Component(path: $0, query: query) }
            let links = File.Links(details: [.init(appIDs: apps.ids, components: components)])
            let file = File(applinks: links, webcredentials: .init(apps: apps.ids))
            return Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "public, max-age=3600"],
                body: .init(byteBuffer: ByteBuffer(bytes: try JSONBody.encode(file)))
            )
        }
    }
}
