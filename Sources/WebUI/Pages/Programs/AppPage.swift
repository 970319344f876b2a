import ParaphWire
import ServerKit

/// One app: its description, its key, its end.
struct AppPage: Page {
    static let template = "app"

    let app: RegisteredApp

    static func load(_ visit: Visit) async throws -> AppPage {
        let id = try visit.context.parameter("id")
        guard let app = try await visit.get(IdentityEndpoints.apps).items.first(where: { $0.id == id }) else {
            throw Problem.notFound("app")
        }
        return AppPage(app: app)
    }

    var title: String { "app.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Programs/app.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .apps, back: .apps).merging(app.values) { $1 }
        values["title"] = app.name
        values["photo"] = values["icon"]
        values["photoLabel"] = phrases["app.icon"]
        return values
    }
}

/// The form that registers an app.
struct NewAppPage: Page {
    static let template = "app"

    let email: String

    static func load(_ visit: Visit) async throws -> NewAppPage {
        NewAppPage(email: try await visit.get(IdentityEndpoints.me).email)
    }

    var title: String { "app.newTitle" }
    var area: Area? { .more }
    var scripts: [String] { ["Programs/app.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .apps, back: .apps)
        values["email"] = email
        values["photoLabel"] = phrases["app.icon"]
        return values
    }
}
