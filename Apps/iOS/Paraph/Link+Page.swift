import Foundation
import ParaphClient

/// A link as an app reads it; SwiftUI has another `Link`.
typealias Opened = Link

extension Link {
    /// The server's own page of it, for what the app has no screen of.
    func page(at server: URL) -> URL? {
        switch self {
        case .document(let id): server.appending(path: "documents").appending(queryItems: [URLQueryItem(name: "documentid", value: id)])
        case .file(let id): URL(string: "#file-\(id)", relativeTo: server.appending(path: "documents/view"))?.absoluteURL
        case .deviceRequest(let id): server.appending(path: "devices/requests/\(id)")
        case .request(let id): server.appending(path: "requests/\(id)")
        case .page(let url): url
        case .start: nil
        }
    }
}
