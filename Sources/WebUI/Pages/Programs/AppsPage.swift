import ParaphWire

/// The apps that the person is responsible for.
struct AppsPage: Page {
    static let template = "apps"

    let apps: [RegisteredApp]

    static func load(_ visit: Visit) async throws -> AppsPage {
        AppsPage(apps: try await visit.get(IdentityEndpoints.apps).items)
    }

    var title: String { "app.title" }
    var area: Area? { .more }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .apps)
        values["any"] = !apps.isEmpty
        values["apps"] = apps.map(\.values)
        return values
    }
}

extension RegisteredApp {
    /// The app as templates take it.
    var values: [String: Any] {
        var values: [String: Any] = [
            "id": id, "name": name, "bundleId": bundleId, "email": email ?? "", "website": website, "disabled": isDisabled,
        ]
        if hasIcon { values["icon"] = IdentityEndpoints.appIcon.path(id) }
        return values
    }
}
