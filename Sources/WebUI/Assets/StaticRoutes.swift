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
            let acceptsGzip = request.headers[.acceptEncoding]?.split(separator: ",").contains { $0.drop { $0 == " " } == "gzip" } ?? false
            let compressed = acceptsGzip ? file.compressed : nil
            let content = compressed ?? file.content
            // Each form has a tag of its own (RFC 9110, section 8.8.3.3).
            let entityTag = compressed == nil ? file.entityTag : file.entityTag.dropLast() + "-gzip\""
            var headers: HTTPFields = [
                .contentType: file.contentType,
                .eTag: entityTag,
                .vary: "Accept-Encoding",
                .cacheControl: isCurrent ? "public, max-age=31536000, immutable" : "no-cache",
            ]
            if request.headers[.ifNoneMatch]?.contains(entityTag) == true { return Response(status: .notModified, headers: headers) }
            if compressed != nil { headers[.contentEncoding] = "gzip" }
            headers[.contentLength] = String(content.readableBytes)
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: content))
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
