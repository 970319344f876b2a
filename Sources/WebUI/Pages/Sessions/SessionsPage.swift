import ParaphWire

/// Where the person is signed in, and which programs may act for them.
struct SessionsPage: Page {
    static let template = "sessions"

    let sessions: [Session]
    let accesses: [ClientAccess]

    static func load(_ visit: Visit) async throws -> SessionsPage {
        SessionsPage(
            sessions: try await visit.get(IdentityEndpoints.sessions).items,
            accesses: try await visit.get(IdentityEndpoints.accesses).items
        )
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
        values["hasAccesses"] = !accesses.isEmpty
        values["accesses"] = accesses.map { access in
            ["id": access.id, "name": access.clientName, "created": access.createdAt.text, "used": access.lastUsedAt.text] as [String: Any]
        }
        return values
    }
}
