import ParaphStorage
import ParaphWire
import ServerKit

/// What every way of asking people has in common.
extension IdentityEnvironment {
    /// Whether a person could answer: their account is open, they have a device on which signatures are looked at, and gave their signature.
    func canAnswer(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        guard try PersonStore.status(of: personID, in: tx) == .active,
            try DeviceStore.list(of: personID, in: tx).contains(where: { try !isStopped($0.id, in: tx) })
        else { return false }
        return try TemplateStore.find(of: personID, forApp: nil, in: tx) != nil
    }

    /// Puts a request before its person; what others ask does not count for a program that the person let in before (`isAllowed`).
    ///
    /// - Throws: a `requestsBlocked` ``Problem``, or a ``RequestFlood``, which ``countingRefusals(_:)`` answers.
    func put(_ request: ClientRequestRecord, policy: RequestPolicy, isAllowed: Bool = false, in tx: any WriteTransaction) throws {
        let (client, personID, now) = (request.client, request.personID, request.createdAt)
        guard try !RequestBlockStore.isBlocked(client, for: personID, in: tx) else { throw Problem.requestsBlocked }
        let entries = try ClientRequestStore.recent(of: personID, since: now.adding(seconds: -policy.reach), in: tx)
        if let wait = policy.wait(for: client, entries: entries, isAllowed: isAllowed, now: now) {
            throw RequestFlood(
                client: client,
                clientName: request.details.clientName,
                personID: personID,
                wait: wait,
                isAlarming: policy.isFlooded(by: client, entries: entries, now: now)
            )
        }
        try ClientRequestStore.insert(request, keys: keys, in: tx)
        let alert = Alert(request.kind == .signIn ? .signIns : .requests, id: request.id, expiresAt: request.expiresAt)
        try alerts.alert(personID, of: alert, in: tx)
        count(.asked, in: tx)
    }

    /// Asks, counts what was refused, and tells of floods.
    ///
    /// - Throws: what asking throws, and a `tooManyClientRequests` ``Problem`` for a flood.
    func countingRefusals<Value: Sendable>(_ ask: () async throws -> Value) async throws -> Value {
        do {
            return try await ask()
        } catch let flood as RequestFlood {
            metrics.count(RequestOutcome.family, [RequestOutcome.throttled.rawValue])
            if flood.isAlarming { try await database.write { try noteFlood(flood, at: time.now(), in: $0) } }
            throw Problem.tooMany(.tooManyClientRequests, retryAfter: flood.wait)
        } catch let problem as Problem {
            if problem.code == .requestsBlocked { metrics.count(RequestOutcome.family, [RequestOutcome.blocked.rawValue]) }
            throw problem
        }
    }

    /// Whether an approval still has all that it was given by.
    func stands(_ request: ClientRequestRecord, by signatureID: String, in tx: any ReadTransaction) throws -> Bool {
        guard request.withdrawnAt == nil, try ConsentStore.current(of: request.personID, in: tx) != nil,
            let deviceID = try SignatureStore.find(signatureID, keys: keys, in: tx)?.deviceID
        else { return false }
        return try DeviceStore.find(deviceID, of: request.personID, in: tx) != nil && !isStopped(deviceID, in: tx)
    }

    /// Whether so many signatures in a row were not the person's on a device that none is looked at there any more.
    private func isStopped(_ deviceID: String, in tx: any ReadTransaction) throws -> Bool {
        let scope = AttemptStore.scope(deviceID: deviceID)
        return try AttemptStore.decision(scope, policy: AttemptPolicy(), at: time.now(), in: tx) == .stopped
    }
}

extension Problem {
    fileprivate static let requestsBlocked = Problem.forbidden(
        .requestsBlocked,
        "The person takes no requests of this program; only they and an administrator can change that."
    )
}
