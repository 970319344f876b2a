import Crypto
import Foundation
import NIOCore
import ParaphEncoding
import ServerKit

/// The static files, under one address that changes when any of them does, so that modules can import one another and all may be cached
/// for good.
struct StaticFiles: Sendable {
    /// One file as it is served; in memory as gzip only, where that is smaller.
    struct File: Sendable {
        /// The content as gzip, where that is smaller.
        let compressed: ByteBuffer?
        let contentType: String
        let entityTag: String
        /// The content, where gzip is no smaller.
        private let plain: ByteBuffer
        private let name: String
        private let size: Int

        /// The content itself; expanded for the few who do not take gzip.
        ///
        /// - Throws: ``WebUIError`` where there is no memory for it.
        func content() throws -> ByteBuffer {
            guard let compressed else { return plain }
            guard case .whole(let bytes) = Gzip.expanded(Array(compressed.readableBytesView), upTo: size) else {
                throw WebUIError(name, "cannot be expanded; is there memory left?")
            }
            return ByteBuffer(bytes: bytes)
        }

        /// Compresses a file.
        ///
        /// - Throws: ``WebUIError`` for a kind of file that is not served.
        init(_ content: Data, name: String) throws {
            guard let contentType = StaticFiles.contentType(of: name) else {
                throw WebUIError(name, "is of a kind that is not served")
            }
            self.contentType = contentType
            entityTag = "\"\(Hexadecimal.encode(SHA256.hash(data: content).prefix(16)))\""
            self.name = name
            size = content.count
            compressed = Gzip.compressed(Array(content)).flatMap { $0.count < content.count ? ByteBuffer(bytes: $0) : nil }
            plain = compressed == nil ? ByteBuffer(bytes: content) : ByteBuffer()
        }
    }

    /// The address that the files lie under: `/static/` and 16 hexadecimal digits of their hash.
    let base: String
    /// The files by path: the area and the name of those of the web app, `style.css`, pdf.js in `pdfjs`, and fonts in `fonts`.
    let files: [String: File]

    /// The parts of the one style sheet, in the order of the cascade.
    private static let styles = [
        "Base/tokens.css", "Base/base.css", "Base/layout.css", "Base/buttons.css", "Base/lists.css", "Base/notices.css", "Base/dialogs.css",
        "Base/components.css", "Base/fields.css", "Pad/pad.css", "Base/pages.css", "Documents/documents.css", "Viewer/viewer.css",
        "Viewer/signing.css", "Register/form.css", "History/history.css", "Base/wide.css", "Base/large.css",
    ]

    /// What the server itself reads: templates and texts.
    private static let unserved: Set = ["mustache", "json"]

    /// Reads the files; `fonts` says where those lie that forms are filled with elsewhere than in the web app.
    init(_ resources: Resources = .built, fonts: [String] = []) throws {
        var contents: [String: Data] = [:]
        for file in try resources.files() where !Self.unserved.contains(file.kind) {
            let content = try Data(contentsOf: file.url)
            contents[file.path] = file.kind == "js" ? Self.served(content) : content
        }
        var style = Data()
        for name in Self.styles {
            guard let part = contents.removeValue(forKey: name) else { throw WebUIError(name, "is missing") }
            style.append(part)
        }
        contents["style.css"] = style
        // The words of modules are the same on every page, so they are fetched once; those about documents where some are shown.
        for language in Language.allCases {
            let phrases = try Phrases(language, in: resources)
            for (area, words) in [("Base", phrases.scriptWords), ("Documents", phrases.documentWords)] {
                contents["\(area)/words-\(language.rawValue).js"] = Data("export default \(words);\n".utf8)
            }
        }

        var files = DebianPDFJS.files
        var known = [DebianPDFJS.formFont].map { "pdfjs/\(URL(filePath: $0).lastPathComponent)" }.filter { files[$0] != nil }
        for (number, path) in fonts.enumerated() {
            guard let content = FileManager.default.contents(atPath: path) else { continue }
            let name = "fonts/\(number)-\(URL(filePath: path).lastPathComponent)"
            files[name] = try File(content, name: name)
            known.append(name)
        }
        // Which fonts there are that forms are filled with, for what judges these.
        let list = known.map { "\"../\($0)\"" }.joined(separator: ", ")
        contents["Viewer/known-fonts.js"] = Data("export default [\(list)];\n".utf8)
        for (name, content) in contents { files[name] = try File(content, name: name) }
        var hash = SHA256()
        for (name, file) in files.sorted(by: { $0.key < $1.key }) { hash.update(data: Data((name + file.entityTag).utf8)) }
        self.files = files
        base = "/static/\(Hexadecimal.encode(hash.finalize().prefix(8)))"
    }

    fileprivate static func contentType(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "wasm": "application/wasm"
        case "ttf": "font/ttf"
        case "pfb", "bcmap": "application/octet-stream"
        default: nil
        }
    }
}
