import Foundation
import Observation
import ParaphClient

/// Where links lead in the app.
@Observable final class Router {
    var area = Area.documents
    /// What the browser shows.
    var page: URL?
    /// A PDF that another app handed over.
    var document: URL?

    private let server: URL

    init(server: URL) {
        self.server = server
    }

    func open(_ url: URL) {
        if url.isFileURL {
            document = take(url)
            return
        }
        guard let link = Link(url, server: server) else { return }
        switch link {
        case .start: area = .documents
        case .deviceRequest, .request, .page: page = link.page(at: server)
        case .document, .file:
            area = .documents
            page = link.page(at: server)
        }
    }

    /// Copies a PDF to the app's documents; one of the same name stays, and the new one gets a number.
    private func take(_ url: URL) -> URL? {
        let isScoped = url.startAccessingSecurityScopedResource()
        defer {
            if isScoped { url.stopAccessingSecurityScopedResource() }
        }
        let (name, files) = (url.deletingPathExtension().lastPathComponent, FileManager.default)
        for number in 1...999 {
            let target = URL.documentsDirectory.appending(path: number == 1 ? "\(name).pdf" : "\(name) \(number).pdf")
            if files.fileExists(atPath: target.path) { continue }
            do {
                try files.copyItem(at: url, to: target)
                return target
            } catch {
                return nil
            }
        }
        return nil
    }
}
