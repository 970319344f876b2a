import ParaphEncoding
import ParaphWire
import ServerKit

/// One request: who asks and what for, and the ways to answer.
struct RequestPage: Page {
    static let template = "request"

    let request: ClientRequest

    static func load(_ visit: Visit) async throws -> RequestPage {
        let id = try visit.context.parameter("id")
        guard let request = try await visit.clientRequests().first(where: { $0.id == id }) else { throw Redirect.to("/requests") }
        return RequestPage(request: request)
    }

    var title: String { "request.one" }
    var area: Area? { .more }
    var scripts: [String] { ["Programs/request.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .requests, back: .requests).merging(request.values(phrases)) { $1 }
        values["what"] = phrases["request.hashes", count: request.digests.count]
        values["description"] = request.description ?? ""
        values["described"] = request.description != nil
        values["digests"] = request.digests.map(\.text).joined(separator: " ")
        values["fingerprints"] = request.digests.map { Hexadecimal.encode($0.bytes) }
        values["ends"] = request.expiresAt.text
        values["padName"] = "request"
        values["primary"] = phrases["request.sign"]
        return values
    }
}
