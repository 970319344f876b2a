import ParaphWire

/// Who it is, and the pad; for a browser that the account does not know yet, how to make it known.
struct SignInPage: Page {
    static let template = "sign-in"
    static let needsSession = false

    let next: String
    let isAutomatic: Bool

    static func load(_ visit: Visit) async throws -> SignInPage {
        let next = LocalPath(visit.query("next"))
        // `again` is for a browser that has lost its key: its session is there, and signs nothing.
        if visit.isSignedIn, visit.query("again") == nil { throw Redirect.to(next?.text ?? "/documents") }
        return SignInPage(next: next?.text ?? "", isAutomatic: visit.query("auto") != nil || next != nil)
    }

    /// The address of this page, which goes on to another afterwards; of who is signed in already it asks to sign in once more where told so.
    static func path(next: String, isAgain: Bool = false) -> String {
        "/sign-in?\(isAgain ? "again&" : "")next=\(PercentEncoding.encode(next, keeping: "-._~/"))"
    }

    var title: String { "signIn.title" }
    var scripts: [String] { ["SignIn/sign-in.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["next": next, "opens": next.hasPrefix("/documents/view"), "auto": isAutomatic, "padName": "sign", "primary": phrases["sign.verb"]]
    }
}
