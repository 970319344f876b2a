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
        if visit.isSignedIn, visit.query("again") == nil { throw Detour.to(next?.text ?? "/documents") }
        return SignInPage(next: next?.text ?? "", isAutomatic: visit.query("auto") != nil || next != nil)
    }

    /// The address of this page, which goes on to another afterwards.
    static func path(next: String) -> String {
        let keep = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF")
        let encoded = next.utf8.reduce(into: "") { text, byte in
            if keep.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
        return "/sign-in?next=\(encoded)"
    }

    var title: String { "signIn.title" }
    var scripts: [String] { ["SignIn/sign-in.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        ["next": next, "auto": isAutomatic, "padName": "sign", "primary": phrases["sign.verb"]]
    }
}
