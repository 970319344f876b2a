import ParaphWire

/// The offer to make a passkey the key of a device that is new to the account.
struct ProtectPage: Page {
    static let template = "protect"

    let next: String

    static func load(_ visit: Visit) async throws -> ProtectPage {
        let next = LocalPath(visit.query("next"))?.text ?? "/documents"
        let devices = try await visit.get(IdentityEndpoints.devices).items
        guard devices.contains(where: { $0.isCurrent && $0.key == .p256 }) else { throw Redirect.to(next) }
        return ProtectPage(next: next)
    }

    var title: String { "protect.title" }
    var scripts: [String] { ["Devices/protection.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["next": next, "padName": "sign", "primary": phrases["sign.verb"]]
    }
}
