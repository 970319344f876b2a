import ParaphWire

/// What programs ask of the person.
struct RequestsPage: Page {
    static let template = "requests"

    let requests: [ClientRequest]
    /// What is over since yesterday.
    let ended: [ClientRequest]
    let blocked: [BlockedProgram]
    /// When the person set a code for requests.
    let codeSetAt: Timestamp?

    static func load(_ visit: Visit) async throws -> RequestsPage {
        RequestsPage(
            requests: try await visit.clientRequests(),
            ended: try await visit.get(IdentityEndpoints.endedRequests).items,
            blocked: try await visit.get(IdentityEndpoints.blockedPrograms).items,
            codeSetAt: try await visit.get(IdentityEndpoints.requestCode).setAt
        )
    }

    var title: String { "request.title" }
    var area: Area? { .more }
    var scripts: [String] { ["Programs/request.js", "Programs/request-code.js", "Alerts/alert-offer.js"] }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .requests)
        values["asked"] = requests.map { $0.values(phrases) }
        values["any"] = !requests.isEmpty
        values["hasEnded"] = !ended.isEmpty
        values["ended"] = ended.map { request in
            var row = request.values(phrases)
            row["description"] = request.description
            row["outcome"] = request.outcome.map { phrases["request.outcome.\($0.rawValue)"] }
            row["reportable"] = request.outcome != .reported
            return row
        }
        values["codeSet"] = codeSetAt?.text
        values["hasBlocked"] = !blocked.isEmpty
        values["blocked"] = blocked.map {
            ["id": $0.id, "asker": $0.clientName ?? phrases["request.nameless"], "at": $0.at.text] as [String: Any]
        }
        return values
    }
}

extension Visit {
    /// What programs ask and waits for an answer.
    func clientRequests() async throws -> [ClientRequest] {
        try await get(IdentityEndpoints.clientRequests).items
    }
}

extension ClientRequest {
    /// The request as lists take it.
    func values(_ phrases: Phrases) -> [String: Any] {
        ["id": id, "asker": clientName ?? phrases["request.nameless"], "at": createdAt.text]
    }
}
