import Foundation
import Observation
import ParaphClient
import ParaphViewModels
import ParaphWire

/// Where people are in the app, and where links lead.
@Observable final class Router {
    var area = Area.documents
    /// What is shown over the first screen of each area.
    var paths: [Area: [Screen]] = [:]
    /// What the browser shows.
    var page: URL?
    /// A PDF that another app handed over.
    var document: URL?

    private let server: URL

    init(server: URL) {
        self.server = server
    }

    /// Shows a screen over what is shown now.
    func show(_ screen: Screen) { paths[area, default: []].append(screen) }

    func open(_ url: URL) {
        if url.isFileURL {
            (area, document) = (.documents, url)
            return
        }
        guard let link = Link(url, server: server) else { return }
        switch link {
        case .start: area = .documents
        case .page(let url): page = url
        case .document(let id): open(.history(of: id), in: .documents)
        case .file(let id): open(.document(.file(id)), in: .documents)
        case .request(let id): open(.request(id), in: .more)
        case .deviceRequest(let id): open(.device(id), in: .more)
        }
    }

    /// Shows what an alert was about: it says of which kind, and nothing else.
    func open(_ category: PushCategory) {
        switch category {
        case .requests, .signIns: open(.settings(.requests), in: .more)
        case .documents: area = .documents
        case .notices: area = .activity
        }
    }

    private func open(_ screen: Screen, in area: Area) {
        self.area = area
        if paths[area]?.last != screen { paths[area, default: []].append(screen) }
    }
}
