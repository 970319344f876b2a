import ParaphWire
import ServerKit

/// One device that asks to be added: its code and a signature say yes.
struct DeviceRequestPage: Page {
    static let template = "device-request"

    let request: DeviceRequest

    static func load(_ visit: Visit) async throws -> DeviceRequestPage {
        let id = try visit.context.parameter("id")
        guard let request = try await visit.waitingDevices().first(where: { $0.id == id }) else { throw Redirect.to("/devices") }
        return DeviceRequestPage(request: request)
    }

    var title: String { "device.requestTitle" }
    var area: Area? { .more }
    var scripts: [String] { ["Devices/device-request.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        phrases.settings(current: .devices, back: .devices).merging(request.values(phrases)) { $1 }
    }
}
