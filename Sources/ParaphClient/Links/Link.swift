public import Foundation

/// What a link opens in an app: one that stands in a signed document or a mail, or that another app opened.
///
/// Links of the server's own address (Universal Links) and of the scheme `stl` are read. Whatever else comes is none: an app shows it nowhere.
public enum Link: Hashable, Sendable {
    /// The history of a document.
    case document(id: String)
    /// A file that is kept on the server.
    case file(id: String)
    /// A device that waits to be added.
    case deviceRequest(id: String)
    /// A program's request.
    case request(id: String)
    /// What the server's own pages alone do, such as a question to the owner of an address, a program that asks for access, or a document that another device of the person asks
    /// to be signed: open it in the browser.
    case page(URL)
    /// The app itself.
    case start

    /// The longest id that is looked at.
    private static let longest = 128

    /// Reads a link.
    ///
    /// - Parameters:
    ///   - url: What was opened.
    ///   - server: The server's public address, whose links alone are read beside those of `stl`.
    public init?(_ url: URL, server: URL) {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false), let scheme = parts.scheme?.lowercased() else {
            return nil
        }
        let query = Dictionary((parts.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        switch scheme {
        case "stl":
            // stl://user/?documentid=31a8de70 (Sign To Login)
            guard let id = query["documentid"] else {
                self = .start
                return
            }
            guard Self.isID(id) else { return nil }
            self = .document(id: id)
        case "https", "http":
            guard let own = URLComponents(url: server, resolvingAgainstBaseURL: false), Self.origin(own) == Self.origin(parts) else {
                return nil
            }
            guard let link = Self.read(Self.path(parts.path, under: own.path), query, parts.fragment, url) else { return nil }
            self = link
        default: return nil
        }
    }

    private static func read(_ path: [Substring], _ query: [String: String], _ fragment: String?, _ url: URL) -> Link? {
        switch (path.first, path.dropFirst().first, path.count) {
        case ("documents", nil, 1):
            guard let id = query["documentid"] else { return .start }
            return isID(id) ? .document(id: id) : nil
        case ("documents", "view", 2):
            // What is called otherwise lies on the device that the link was made on.
            guard let fragment, fragment.hasPrefix("file-") else { return .start }
            let id = String(fragment.dropFirst(5))
            return isID(id) ? .file(id: id) : nil
        case ("hand-over", let id?, 2): return isID(String(id)) ? .page(url) : nil
        case ("requests", let id?, 2): return isID(String(id)) ? .request(id: String(id)) : nil
        case ("devices", "requests", 3): return path.last.flatMap { isID(String($0)) ? .deviceRequest(id: String($0)) : nil }
        case (nil, nil, 0): return .start
        case ("oauth2", "authorize", 2): return url.query() == nil ? nil : .page(url)
        case ("confirm", nil, 1): return .page(url)
        default: return nil
        }
    }

    /// The parts of a path, less those that the server's own address has.
    private static func path(_ path: String, under base: String) -> [Substring] {
        let (parts, own) = (path.split(separator: "/"), base.split(separator: "/"))
        return parts.starts(with: own) ? Array(parts.dropFirst(own.count)) : ["?"]
    }

    private static func origin(_ parts: URLComponents) -> String {
        let scheme = parts.scheme?.lowercased() ?? ""
        return "\(scheme)://\(parts.host?.lowercased() ?? ""):\(parts.port ?? (scheme == "https" ? 443 : 80))"
    }

    /// Ids are opaque, and short texts without marks.
    private static func isID(_ text: String) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D || $0 == 0x5F
            }
    }
}
