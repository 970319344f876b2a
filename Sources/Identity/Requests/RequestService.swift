import Hummingbird
import Logging
import ParaphStorage
import ParaphWire
import ServerKit

/// What a person sees of the requests of programs, and the ways to say no.
struct RequestService: Sendable {
    let environment: IdentityEnvironment

    /// What waits.
    func pending(of personID: String) async throws -> [ClientRequest] {
        try await environment.database.read { [environment] tx in
            let now = environment.time.now()
            return try ClientRequestStore.pending(of: personID, at: now, keys: environment.keys, in: tx).map { request in
                var shown = request.wire(at: now)
                let client = try RequestBlockStore.clientID(of: request.client).flatMap { try ClientStore.find($0, in: tx) }
                shown.clientHost = client?.redirectURIs.first.map { RedirectURI.place(of: $0.text) }
                return shown
            }
        }
    }

    /// What is over since yesterday.
    func ended(of personID: String) async throws -> [ClientRequest] {
        try await environment.database.read { [environment] tx in
            let now = environment.time.now()
            return try ClientRequestStore.ended(of: personID, at: now, limit: 50, keys: environment.keys, in: tx).map { $0.wire(at: now) }
        }
    }

    /// Says no.
    func decline(_ id: String, personID: String) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let request = try find(id, of: personID, in: tx)
            guard try ClientRequestStore.end(id, as: .declined, at: now, in: tx) else { throw Problem.requestOver }
            try ActivityStore.append(.requestDeclined, of: personID, at: now, appName: request.details.clientName, in: tx)
            environment.count(.declined, in: tx)
        }
    }

    /// Says that it is none of the person's, whatever became of it: the program is kept from asking this person, what else it asks is over,
    /// what was approved counts no more, and the operator is told.
    ///
    /// Said again it changes nothing.
    func report(_ id: String, personID: String) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let request = try find(id, of: personID, in: tx)
            guard request.status != .reported else { return }
            try ClientRequestStore.report(request, at: now, in: tx)
            try RequestBlockStore.block(request.client, for: personID, at: now, in: tx)
            try ActivityStore.append(.requestReported, of: personID, at: now, appName: request.details.clientName, in: tx)
            let details = ["client": request.client, "request": id]
            try AuditStore.append(.requestReported, actor: personID, subject: personID, details: details, at: now, in: tx)
            environment.count(.reported, in: tx)
            let notice = OperatorNotice.requestReported(client: request.details.clientName)
            try environment.tellOperator(notice, causedBy: request.client, at: now, in: tx)
            let (logger, client) = (environment.logger, request.client)
            tx.afterCommit {
                logger.warning(
                    "a person reported the requests of a program as none of theirs; see paraph admin request list",
                    metadata: ["client": "\(client)"]
                )
            }
        }
    }

    /// Lets a program ask the person again, which the person reads among what happened; what it asked before stays as it is.
    func unblock(_ id: String, personID: String) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            let program = RequestBlockStore.program(named: id)
            guard try RequestBlockStore.unblock(program, for: personID, in: tx) else { throw Problem.notFound("blocked program") }
            let name = try RequestBlockStore.clientID(of: program).flatMap { try ClientStore.find($0, in: tx)?.name }
            try ActivityStore.append(.requestsAllowed, of: personID, at: now, appName: name, in: tx)
            try AuditStore.append(.requestsUnblocked, actor: personID, subject: personID, details: ["client": program], at: now, in: tx)
        }
    }

    private func find(_ id: String, of personID: String, in tx: any ReadTransaction) throws -> ClientRequestRecord {
        guard let request = try ClientRequestStore.find(id, keys: environment.keys, in: tx), request.personID == personID else {
            throw Problem.notFound("request")
        }
        return request
    }

    /// Adds the calls about requests.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.clientRequests) { _, _, context in
            Page(items: try await pending(of: context.requireSessionPersonID()))
        }
        router.on(IdentityEndpoints.endedRequests) { _, _, context in
            Page(items: try await ended(of: context.requireSessionPersonID()))
        }
        router.on(IdentityEndpoints.blockedPrograms) { _, _, context in
            let personID = try context.requireSessionPersonID()
            return Page(items: try await environment.database.read { try RequestBlockStore.programs(of: personID, in: $0) })
        }
        router.on(IdentityEndpoints.unblockProgram) { _, _, context in
            try await unblock(context.parameter("id"), personID: context.requireSessionPersonID())
            return Nothing()
        }
        router.on(IdentityEndpoints.declineRequest) { _, _, context in
            try await decline(context.parameter("id"), personID: context.requireSessionPersonID())
            return Nothing()
        }
        router.on(IdentityEndpoints.reportRequest) { _, _, context in
            try await report(context.parameter("id"), personID: context.requireSessionPersonID())
            return Nothing()
        }
    }
}

extension Problem {
    /// The request takes no answer any more.
    static let requestOver = Problem.conflict(.requestOver, "This request was answered already, or its time is over.")
}
