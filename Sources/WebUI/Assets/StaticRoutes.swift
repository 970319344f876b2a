import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// Serves the static files and the manifest by which the web app is installed.
struct StaticRoutes {
    let files: StaticFiles

    func add(to router: Router<ParaphContext>) {
        router.get("/static/{version}/{file}") { [files] request, context -> Response in
            guard let file = files.files[try context.parameter("file")] else { throw Problem.notFound("file") }
            let isCurrent = request.uri.path.hasPrefix(files.base + "/")
            var headers: HTTPFields = [
                .contentType: file.contentType,
                .eTag: file.entityTag,
                .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
            ]
            if request.headers[.ifNoneMatch]?.contains(file.entityTag) == true { return Response(status: .notModified, headers: headers) }
            headers[.contentLength] = String(file.content.readableBytes)
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: file.content))
        }
        router.get("/manifest.webmanifest") { [files] _, _ -> Response in
            Response(
                status: .ok,
                headers: [.contentType: "application/manifest+json", .cacheControl: "no-cache"],
                body: .init(byteBuffer: ByteBuffer(string: Self.manifest(files.base)))
            )
        }
    }

    private static func manifest(_ base: String) -> String {
        """
        {"id":"/","name":"Paraph","short_name":"Paraph","start_url":"/","scope":"/","display":"standalone",\
        "background_color":"#fbfaf7","theme_color":"#fbfaf7","icons":[\
        {"src":"\(base)/icon-192.png","sizes":"192x192","type":"image/png"},\
        {"src":"\(base)/icon-512.png","sizes":"512x512","type":"image/png"},\
        {"src":"\(base)/icon-512.png","sizes":"512x512","type":"image/png","purpose":"maskable"}]}
        """
    }
}
