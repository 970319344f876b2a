import Foundation

/// What shows PDFs in a page: pdf.js, as Debian's package libjs-pdf installs it.
///
/// It is not part of Paraph, so that the system's updates reach it; without it documents are listed and exported, but not shown.
enum DebianPDFJS {
    private static let folder = URL(filePath: "/usr/share/javascript/pdf")

    /// The font that it shows Helvetica and Arial with, and that forms are filled with in letters which these have not.
    static let formFont = folder.appending(path: "web/standard_fonts/LiberationSans-Regular.ttf").path

    /// The library, its worker, and the character maps and fonts that it asks for, by the names under which they are served.
    ///
    /// Read once; none where the package is not installed.
    static let files: [String: StaticFiles.File] = {
        var files: [String: StaticFiles.File] = [:]
        for (path, kind) in [("build", "js"), ("web/cmaps", "bcmap"), ("web/standard_fonts", "pfb"), ("web/standard_fonts", "ttf")] {
            let folder = folder.appending(path: path).resolvingSymlinksInPath()
            let urls = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
            for url in urls where url.pathExtension == kind && !url.lastPathComponent.contains("sandbox") {
                let name = url.lastPathComponent
                files["pdfjs/\(name)"] = (try? Data(contentsOf: url)).flatMap { try? StaticFiles.File($0, name: name) }
            }
        }
        return files["pdfjs/pdf.js"] == nil || files["pdfjs/pdf.worker.js"] == nil ? [:] : files
    }()
}
