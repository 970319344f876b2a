import Hummingbird
import NIOCore
import ParaphWire
import ServerKit

/// Serves the static files and the manifest and service worker by which the web app is installed.
struct StaticRoutes {
    /// The files as they are now.
    let files: @Sendable () throws -> StaticFiles
    /// The words for what is pushed, as JSON.
    let alerts: @Sendable () throws -> String

    func add(to router: Router<ParaphContext>) {
        router.get("/static/{version}/**") { [files] request, context -> Response in
            let files = try files()
            guard let file = files.files[context.parameters.getCatchAll().joined(separator: "/")] else { throw Problem.notFound("file") }
            let isCurrent = request.uri.path.hasPrefix(files.base + "/")
            let compressed = request.headers.acceptsGzip ? file.compressed : nil
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
            let content = try compressed ?? file.content()
            headers[.contentLength] = String(content.readableBytes)
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: content))
        }
        router.get("/manifest.webmanifest") { [files] _, context -> Response in
            let manifest = Self.manifest(try files().base, language: context.language.rawValue)
            return Self.fresh(ByteBuffer(string: manifest), "application/manifest+json")
        }
        // At the root, for a service worker sees only what lies below it.
        router.get("/service-worker.js") { [files, alerts] _, _ -> Response in
            let files = try files()
            guard let worker = files.files["Offline/service-worker.js"] else { throw Problem.notFound("file") }
            let shell = files.files.keys.filter {
                $0.hasSuffix(".js") || $0.hasSuffix(".css") || $0.hasSuffix(".svg") || $0.hasSuffix(".wasm")
            }
            let names = shell.sorted().map { "\"\($0)\"" }.joined(separator: ",")
            var script = ByteBuffer(
                string: "const assets = \"\(files.base)\";\nconst shell = [\(names)];\nconst alerts = \(try alerts());\n"
            )
            script.writeImmutableBuffer(try worker.content())
            return Self.fresh(script, worker.contentType)
        }
    }

    /// An answer that browsers keep only as long as it is the same.
    private static func fresh(_ content: ByteBuffer, _ contentType: String) -> Response {
        Response(status: .ok, headers: [.contentType: contentType, .cacheControl: "no-cache"], body: .init(byteBuffer: content))
    }

    private static func manifest(_ base: String, language: String) -> String {
        """
        {"id":"/","lang":"\(language)","name":"Paraph","short_name":"Paraph","start_url":"/","scope":"/","display":"standalone",\
        "background_color":"#fbfaf7","theme_color":"#fbfaf7","icons":[\
        {"src":"\(base)/Base/icon-192.png","sizes":"192x192","type":"image/png"},\
        {"src":"\(base)/Base/icon-512.png","sizes":"512x512","type":"image/png"},\
        {"src":"\(base)/Base/icon-512.png","sizes":"512x512","type":"image/png","purpose":"maskable"}],\
        "share_target":{"action":"/documents/shared","method":"POST","enctype":"multipart/form-data",\
        "params":{"files":[{"name":"files","accept":["application/pdf",".pdf"]}]}},\
        "file_handlers":[{"action":"/documents","accept":{"application/pdf":[".pdf"]}}]}
        """
    }
}
