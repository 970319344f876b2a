import Hummingbird
import ParaphWire
import ServerKit

/// Takes the code that a device without a browser shows, and asks whether its program may act for the person (RFC 8628, section 3.3).
struct DeviceCodePage: Page {
    static let template = "device-code"
    static let isCompressed = false

    /// What the address brought (section 3.3.1); the person still confirms it.
    let code: String
    let email: String

    static func load(_ visit: Visit) async throws -> DeviceCodePage {
        DeviceCodePage(code: String((visit.query("user_code") ?? "").prefix(12)), email: try await visit.get(IdentityEndpoints.me).email)
    }

    var title: String { "deviceCode.title" }
    var scripts: [String] { ["Programs/device-code.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["code": code, "account": phrases["authorize.account", ["email": email]]]
    }
}
