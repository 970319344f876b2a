import ParaphStorage
public import ParaphWire
import ServerKit

/// A program that a person does not hear from any more, because they said that its requests were none of theirs.
public struct BlockedClient: Codable, Hashable, Sendable {
    public var personId: String
    /// The program: `client:` and the id of a registered one, or `token` for every token of administrators.
    public var client: String
    public var at: Timestamp
}

/// What the operator does about requests that people reported, by `paraph admin request`; every change is audited.
public struct RequestAdministration: Sendable {
    private let environment: IdentityEnvironment

    /// Makes the administration of a domain.
    public init(_ domain: IdentityDomain) {
        environment = domain.environment
    }

    /// The programs that are blocked for a person, the newest first; a thousand at most.
    public func blocked() async throws -> [BlockedClient] {
        try await environment.database.read { try RequestBlockStore.list(in: $0) }
    }

    /// Lets a program ask a person again.
    ///
    /// - Throws: a `notFound` ``Problem`` where it is not blocked.
    public func unblock(_ client: String, personID: String) async throws {
        try await environment.database.write { [environment] tx in
            guard try RequestBlockStore.unblock(client, for: personID, in: tx) else { throw Problem.notFound("blocked program") }
            try AuditStore.append(
                .requestsUnblocked,
                actor: PersonAdministration.actor,
                subject: personID,
                details: ["client": client],
                at: environment.time.now(),
                in: tx
            )
        }
    }
}
