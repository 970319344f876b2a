import Foundation

/// The templates, styles, scripts and texts that the web app is made of: a folder for each area, in which what belongs together lies together.
struct Resources: Sendable {
    /// One file of an area.
    struct File: Sendable {
        /// The area and the file's name, such as `Viewer/viewer.js`.
        let path: String
        let url: URL
        /// The name without its extension.
        var name: String { url.deletingPathExtension().lastPathComponent }
        /// The extension.
        var kind: String { url.pathExtension }
    }

    /// The folder of the areas' folders.
    private let folder: URL?

    /// Those that the program was built with.
    static let built = Resources(folder: Bundle.module.resourceURL?.appending(path: "Areas"))

    /// Those of a checkout, at `Sources/WebUI`.
    static func source(_ path: String) -> Resources { Resources(folder: URL(filePath: path).appending(path: "Areas")) }

    /// The files of all areas, by path, or those of one kind.
    ///
    /// - Throws: ``WebUIError`` where the folder is not there.
    func files(_ kind: String? = nil) throws -> [File] {
        var files: [File] = []
        for area in try Self.entries(of: folder, "Areas") {
            for url in try Self.entries(of: area, area.lastPathComponent) where kind == nil || url.pathExtension == kind {
                files.append(File(path: "\(area.lastPathComponent)/\(url.lastPathComponent)", url: url))
            }
        }
        return files
    }

    /// When each file was last changed, by its path; O(files).
    func dates() throws -> [String: Date] {
        var dates: [String: Date] = [:]
        for file in try files() {
            dates[file.path] = try file.url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        }
        return dates
    }

    private static func entries(of folder: URL?, _ name: String) throws -> [URL] {
        guard
            let folder, let entries = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil),
            !entries.isEmpty
        else {
            throw WebUIError(name, "is missing; the program's resources must lie beside it")
        }
        return entries.filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
