import ParaphWire

/// Whether this device is alerted, and of what.
struct AlertSettingsPage: Page {
    static let template = "alert-settings"

    let settings: PushSettings

    static func load(_ visit: Visit) async throws -> AlertSettingsPage {
        AlertSettingsPage(settings: try await visit.get(PushEndpoints.settings))
    }

    var title: String { "alert.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Alerts/alert-settings.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .notifications)
        values["isOn"] = settings.categories != nil
        values["categories"] = PushCategory.allCases.map { category in
            [
                "name": category.rawValue, "label": phrases["alert.category.\(category.rawValue)"],
                "hint": phrases["alert.hint.\(category.rawValue)"],
                // What is asked of the person is offered at once, the rest when they want it.
                "checked": settings.categories.map { $0.contains(category) } ?? (category == .requests || category == .signIns),
            ] as [String: Any]
        }
        return values
    }
}
