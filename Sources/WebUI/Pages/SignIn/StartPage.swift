/// The first screen: create a signature, or sign in with one.
struct StartPage: Page {
    static let template = "start"
    static let needsSession = false

    let isDeleted: Bool

    static func load(_ visit: Visit) async throws -> StartPage {
        if visit.isSignedIn { throw Redirect.to("/documents") }
        return StartPage(isDeleted: visit.query("deleted") != nil)
    }

    var title: String { "start.title" }
    var scripts: [String] { ["SignIn/start.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["deleted": isDeleted, "starting": !isDeleted]
    }
}
