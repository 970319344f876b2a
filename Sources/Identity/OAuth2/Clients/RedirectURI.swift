import Foundation
import ParaphWire
import ServerKit

/// Where a browser goes back to a client; compared byte by byte, but for the port on a loopback address (RFC 8252, section 7.3).
struct RedirectURI: Hashable, Sendable {
    let text: String

    /// The most bytes of one.
    static let limit = 500

    /// Takes an address back that was registered.
    init(stored: String) {
        text = stored
    }

    /// Takes an address for registration: https anywhere, http on this machine, or an app's own scheme (RFC 8252, section 7.1).
    ///
    /// - Throws: a `malformed` ``Problem`` that says what it may be.
    init(registering text: String, field: String = "redirect-uri") throws(Problem) {
        guard text.utf8.count <= Self.limit, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            !text.contains("#"), let url = URL(string: text), let scheme = url.scheme, url.user() == nil, url.password() == nil,
            Self.mayBeRegistered(scheme: scheme.lowercased(), host: url.host())
        else {
            throw .invalid(
                field,
                .malformed,
                "must be https://host/path, http on 127.0.0.1, [::1] or localhost, or an app's own scheme such as com.example.app:/callback; "
                    + "without a fragment, a name or a password"
            )
        }
        self.text = text
    }

    private static func mayBeRegistered(scheme: String, host: String?) -> Bool {
        switch scheme {
        case "https": host?.isEmpty == false
        case "http": ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host ?? "")
        // A dot keeps out the schemes that browsers give a meaning, such as javascript and data.
        default: scheme.contains(".")
        }
    }

    /// Whether a request's address is this one.
    func matches(_ shown: String) -> Bool {
        if shown.utf8.elementsEqual(text.utf8) { return true }
        guard let own = Self.withoutLoopbackPort(text), let theirs = Self.withoutLoopbackPort(shown) else { return false }
        return own.utf8.elementsEqual(theirs.utf8)
    }

    /// What people are shown of where they are sent: the host, or an app's scheme.
    static func place(of text: String) -> String {
        guard let url = URL(string: text) else { return "" }
        return url.host() ?? url.scheme ?? ""
    }

    /// The address without its port, where it is on a loopback address.
    private static func withoutLoopbackPort(_ text: String) -> String? {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains("#"), text.utf8.count <= limit + 6 else { return nil }
        guard let host = ["http://127.0.0.1", "http://[::1]"].first(where: text.hasPrefix) else { return nil }
        var rest = text.dropFirst(host.count)
        if rest.first == ":" {
            let digits = rest.dropFirst().prefix { "0123456789".contains($0) }
            guard let port = UInt16(digits), port > 0 else { return nil }
            rest = rest.dropFirst(1 + digits.count)
        }
        guard rest.isEmpty || rest.first == "/" || rest.first == "?" else { return nil }
        return host + rest
    }
}
