import Foundation
import ParaphTrust
import ParaphWire
import ServerKit

/// Where the server calls a client: `https`, or `http` on this machine.
struct CallbackAddress: Hashable, Sendable {
    let text: String

    /// The most bytes of one.
    static let limit = 500

    /// Takes an address back that was registered.
    init(stored: String) {
        text = stored
    }

    /// Takes an address for registration.
    ///
    /// A name is looked up, and what it stands for judged, at each call only.
    /// - Parameters:
    ///   - text: The address.
    ///   - field: The parameter that it came in.
    ///   - allowsPrivate: Whether it may be in a private network, or on this machine.
    /// - Throws: a `malformed` ``Problem`` that says what it may be.
    init(registering text: String, field: String, allowsPrivate: Bool) throws(Problem) {
        guard text.utf8.count <= Self.limit, AddressRule.allows(text), !text.contains("#"), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), let host = url.host(percentEncoded: false), !host.isEmpty
        else {
            throw .invalid(field, .malformed, "must be https://HOST[:PORT]/PATH, or http on 127.0.0.1, [::1] or localhost")
        }
        guard scheme == "https" || Self.isLoopback(host) else {
            throw .invalid(field, .malformed, "must begin with https://, unless it is on 127.0.0.1, [::1] or localhost")
        }
        guard allowsPrivate || !Self.isPrivate(host) else {
            throw .invalid(field, .malformed, "is no public address; the server's setting callback-addresses allows others")
        }
        self.text = text
    }

    /// The host, as administrators see where something is to go.
    var host: String { URL(string: text)?.host() ?? "" }

    private static func isLoopback(_ host: String) -> Bool { ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host.lowercased()) }

    /// Whether a host says itself that it is not public.
    private static func isPrivate(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        let bare = name.hasPrefix("[") && name.hasSuffix("]") ? String(name.dropFirst().dropLast()) : name
        return IPAddress(bare).map { !AddressRule.isPublic($0.bytes) } ?? false
    }
}
