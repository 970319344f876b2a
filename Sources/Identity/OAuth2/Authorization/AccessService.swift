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
    func end(_ id: String, by caller: SessionCaller) async throws {
        let personID = caller.personID
        try await environment.database.write { [environment] tx in
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            try stepUp.perform(.endClient, by: caller, at: now, in: tx) { permit, telling in
                guard let access = try GrantStore.accesses(of: personID, at: now, in: tx).first(where: { $0.id == id }) else {
                    throw Problem.notFound("access")
                }
                telling.appName = access.clientName
                try GrantStore.deleteAll(of: personID, client: access.clientId, permit: permit, in: tx)
                try ClientRequestStore.declineAll(of: personID, client: Principal.program(ofClient: access.clientId), at: now, in: tx)
                try AuditStore.append(.clientAccessEnded, actor: personID, subject: access.clientId, at: now, in: tx)
            }
        }
    }

    /// Adds the calls of the person's own about clients.
    func addRoutes(to router: Router<ParaphContext>) {
        let authorization = AuthorizationService(environment: environment)
        router.on(IdentityEndpoints.authorization) { query, _, _, context in
            try await authorization.question(query.text ?? "", by: context.caller, in: context.language)
        }
        router.on(IdentityEndpoints.authorize) { decision, _, context in
            try await authorization.decide(decision, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.accesses) { _, _, context in
            Page(items: try await accesses(of: context.requirePrincipal().personID))
        }
        router.on(IdentityEndpoints.endAccess) { _, _, context in
            try await end(context.parameter("id"), by: context.requireCaller())
            return Nothing()
        }
    }
}
