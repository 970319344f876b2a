import ParaphWire

/// Where the person is signed in.
struct SessionsPage: Page {
    static let template = "sessions"

    let sessions: [Session]

    static func load(_ visit: Visit) async throws -> SessionsPage {
        SessionsPage(sessions: try await visit.get(IdentityEndpoints.sessions).items)
    }

    var title: String { "session.title" }
    var area: Area? { .more }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .sessions)
        values["sessions"] = sessions.map { session in
            [
                "id": session.id, "name": session.deviceName ?? phrases["session.unknown"], "used": session.lastUsedAt.text,
                "current": session.current,
            ] as [String: Any]
        }
        return values
    }
}
