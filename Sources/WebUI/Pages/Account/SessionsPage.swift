import ParaphWire

/// Where the person is signed in, which programs may act for them, and which apps have something of their signature.
struct SessionsPage: Page {
    static let template = "sessions"

    let sessions: [Session]
    let accesses: [ClientAccess]
    let grants: [AppGrant]
    /// Whether the person reported programs, which stand among the requests.
    let hasBlocked: Bool

    static func load(_ visit: Visit) async throws -> SessionsPage {
        SessionsPage(
            sessions: try await visit.get(IdentityEndpoints.sessions).items,
            accesses: try await visit.get(IdentityEndpoints.accesses).items,
            grants: try await visit.get(IdentityEndpoints.appGrants).items,
            hasBlocked: try await !visit.get(IdentityEndpoints.blockedPrograms).items.isEmpty
        )
    }

    var title: String { "session.title" }
    var area: Area? { .more }

    func values(_ phrases: Phrases) -> [String: Any] {
        var values = phrases.settings(current: .sessions)
        values["sessions"] = sessions.map { session in
            [
                "id": session.id, "name": session.deviceName ?? phrases["session.unknown"], "used": session.lastUsedAt.text,
                "current": session.isCurrent,
            ] as [String: Any]
        }
        values["hasAccesses"] = !accesses.isEmpty
        values["hasPrograms"] = !accesses.isEmpty || hasBlocked
        values["hasBlocked"] = hasBlocked
        values["accesses"] = accesses.map { access in
            ["id": access.id, "name": access.clientName, "created": access.createdAt.text, "used": access.lastUsedAt.text] as [String: Any]
        }
        values["hasApps"] = !grants.isEmpty
        values["apps"] = grants.map { grant in
            [
                "id": grant.appId, "name": grant.appName, "line": phrases["session.\(grant.word)"],
                "isOrganisation": grant.isOfOrganisation,
                "mayAllow": !grant.isOfOrganisation && !grant.comparesHere, "isAsking": grant.basis == nil, "at": grant.createdAt.text,
            ] as [String: Any]
        }
        return values
    }
}

extension AppGrant {
    /// The word for what the app has.
    fileprivate var word: String {
        if basis == nil { return "appAsks" }
        if hasOwnSignature { return "appOwn" }
        return comparesHere ? "appHere" : "appKnows"
    }
}
