import ParaphEncoding
import ParaphWire
import ServerKit

/// What an alert is about: the page of the thing itself while it is there, else the list in which it would be.
struct AlertedPage: Page {
    static let template = "problem"

    static func load(_ visit: Visit) async throws -> AlertedPage {
        throw Redirect.to(try await path(visit))
    }

    private static func path(_ visit: Visit) async throws -> String {
        let id = try visit.context.parameter("id")
        switch PushCategory(rawValue: try visit.context.parameter("category")) {
        case .requests:
            if try await visit.clientRequests().contains(where: { $0.id == id }) { return "/requests/\(id)" }
            return try await isHandOver(id, visit) ? "/hand-over/\(id)" : "/requests"
        case .signIns:
            if try await visit.clientRequests().contains(where: { $0.id == id }) { return "/requests/\(id)" }
            // A program's question is over by now, or a device asks, which its list shows.
            let devices = try await visit.get(IdentityEndpoints.deviceRequests).items
            return devices.contains { $0.status == .pending } ? "/devices" : "/requests"
        case .documents: return "/documents"
        case .notices, nil: return "/activity"
        }
    }

    private static func isHandOver(_ id: String, _ visit: Visit) async throws -> Bool {
        guard Hexadecimal.isLower(id, count: 32) else { return false }
        return (try? await visit.get(IdentityEndpoints.handedOver, at: "/v1/me/hand-overs/\(id)")) != nil
    }

    var title: String { "alert.title" }
}
