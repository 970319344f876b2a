import Foundation

/// The templates, styles, scripts and texts that the web app is made of.
struct Resources: Sendable {
    /// The folder of the folders `Static`, `Strings` and `Templates`.
    private let folder: URL?

    /// Those that the program was built with.
    static let built = Resources(folder: Bundle.module.resourceURL)

    /// Those of a checkout, at `Sources/WebUI`.
    static func source(_ path: String) -> Resources { Resources(folder: URL(filePath: path)) }

    /// The files of a folder, by name.
    ///
    /// - Throws: ``WebUIError`` where the folder is not there.
    func files(in name: String) throws -> [URL] {
        guard
            let url = folder?.appending(path: name),
            let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil), !files.isEmpty
        else {
            throw WebUIError(name, "is missing; the program's resources must lie beside it")
        }
        return files.filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }

    /// When each file was last changed, by its path; O(files).
    func dates() throws -> [String: Date] {
        var dates: [String: Date] = [:]
        for url in try ["Static", "Strings", "Templates"].flatMap({ try files(in: $0) }) {
            dates[url.path] = try url.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
        }
        return dates
    }
}
