import Foundation
import ParaphTrust
import ParaphWire
import ServerKit

/// Where the server calls a client.
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
    ///   - addresses: What it may be.
    /// - Throws: a `malformed` ``Problem`` that says what it may be.
    init(registering text: String, field: String, _ addresses: AddressPolicy) throws(Problem) {
        guard text.utf8.count <= Self.limit, !text.contains("#") else {
            throw .invalid(field, .malformed, "must be of \(Self.limit) bytes at most, without #")
        }
        do {
            try addresses.check(text)
        } catch {
            throw .invalid(field, .malformed, error.description)
        }
        self.text = text
    }

    /// The host, as administrators see where something is to go.
    var host: String { URL(string: text)?.host() ?? "" }
}
