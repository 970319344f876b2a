import Foundation

/// The files that the web app is built with.
enum Resources {
    /// The files of a folder, by name.
    ///
    /// - Throws: ``WebUIError`` where the folder is not there.
    static func files(in folder: String) throws -> [URL] {
        guard
            let url = Bundle.module.resourceURL?.appending(path: folder),
            let files = try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil), !files.isEmpty
        else {
            throw WebUIError(folder, "is missing; the program's resources must lie beside it")
        }
        return files.filter { !$0.lastPathComponent.hasPrefix(".") }.sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
