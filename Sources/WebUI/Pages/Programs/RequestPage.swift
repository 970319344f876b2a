import ParaphEncoding
import ParaphWire
import ServerKit

/// One request: who asks and what for, and the ways to answer.
struct RequestPage: Page {
    static let template = "request"

    let request: ClientRequest
    /// How long it still waits, in milliseconds.
    let lasts: Int64
    /// What the program gets tokens for may do, in words.
    let rights: [LocalizedText]

    static func load(_ visit: Visit) async throws -> RequestPage {
        let id = try visit.context.parameter("id")
        guard let request = try await visit.clientRequests().first(where: { $0.id == id }) else { throw Redirect.to("/requests") }
        let rights = (request.scopes ?? []).flatMap { visit.domains.scopes[$0]?.rights ?? [] }
        return RequestPage(
            request: request,
            lasts: max(0, request.expiresAt.milliseconds - SystemTime().now().milliseconds),
            rights: rights
        )
    }

    private var isSignIn: Bool { request.kind == .signIn }

    var title: String { isSignIn ? "request.oneSignIn" : "request.one" }
    var area: Area? { .more }
    var scripts: [String] { ["Programs/request.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .requests, back: .requests).merging(request.values(phrases)) { $1 }
        values["what"] =
            isSignIn
            ? phrases[request.description == nil ? "request.signIn" : "request.agree"]
            : phrases["request.hashes", count: request.digests.count]
        values["note"] = phrases[isSignIn ? "request.noteSignIn" : "request.note"]
        values["hasDigests"] = !request.digests.isEmpty
        values["asksCode"] = request.asksCode == true
        values["rights"] = rights.map { $0[phrases.language] }
        values["learns"] = !rights.isEmpty
        values["description"] = request.description ?? ""
        values["described"] = request.description != nil
        values["digests"] = request.digests.map(\.text).joined(separator: " ")
        values["fingerprints"] = request.digests.map { Hexadecimal.encode($0.bytes) }
        values["ends"] = request.expiresAt.text
        values["lasts"] = String(lasts)
        values["host"] = request.clientHost
        values["padName"] = "request"
        values["primary"] = phrases["request.sign"]
        return values
    }
}
