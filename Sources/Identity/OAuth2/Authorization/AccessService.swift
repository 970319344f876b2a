import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// What people allowed clients, for them to see and to end.
struct AccessService: Sendable {
    let environment: IdentityEnvironment

    /// What a person allowed that is not over: each client once, the newest first.
    func accesses(of personID: String) async throws -> [ClientAccess] {
        try await environment.database.read { [now = environment.time.now()] tx in
            try GrantStore.accesses(of: personID, at: now, in: tx)
        }
    }

    /// Ends all that a person allowed a client, with every token that hangs on it and what it still asks of them, at once.
    func end(_ id: String, of personID: String) async throws {
        try await environment.database.write { [now = environment.time.now()] tx in
            guard let access = try GrantStore.accesses(of: personID, at: now, in: tx).first(where: { $0.id == id }) else {
                throw Problem.notFound("access")
            }
            try GrantStore.deleteAll(of: personID, client: access.clientId, in: tx)
            try ClientRequestStore.declineAll(of: personID, client: Principal.program(ofClient: access.clientId), at: now, in: tx)
            try ActivityStore.append(.clientEnded, of: personID, at: now, appName: access.clientName, in: tx)
            try AuditStore.append(.clientAccessEnded, actor: personID, subject: access.clientId, at: now, in: tx)
        }
    }

    /// Adds the calls of the person's own about clients.
    func addRoutes(to router: Router<ParaphContext>) {
        let authorization = AuthorizationService(environment: environment)
        router.on(IdentityEndpoints.authorization) { _, request, _ in
            try await authorization.question(request.uri.query ?? "")
        }
        router.on(IdentityEndpoints.authorize) { decision, _, context in
            let principal = try context.requireSession().principal
            // An app could say yes without the person having seen our page.
            guard principal.appID == nil else {
                throw Problem.forbidden("ownSessionRequired", "An app cannot allow programs anything; sign in on our own page.")
            }
            return try await authorization.decide(decision, by: principal.personID)
        }
        router.on(IdentityEndpoints.accesses) { _, _, context in
            PersonView.whole(try await accesses(of: context.requirePrincipal().personID))
        }
        router.on(IdentityEndpoints.endAccess) { _, _, context in
            try await end(context.parameter("id"), of: context.requireSession().principal.personID)
            return Nothing()
        }
    }
}
