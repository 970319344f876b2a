import ParaphStorage
import ParaphWire
import ServerKit

/// What every way of asking people has in common.
extension IdentityEnvironment {
    /// Whether a person could answer: their account is open, and they have a device and gave their signature.
    func canAnswer(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        guard try PersonStore.status(of: personID, in: tx) == .active, try !DeviceStore.list(of: personID, in: tx).isEmpty else {
            return false
        }
        return try TemplateStore.find(of: personID, forApp: nil, in: tx) != nil
    }

    /// Puts a request before its person.
    ///
    /// - Throws: a ``Problem``: `requestsBlocked`, or `tooManyClientRequests` that says when to come again.
    func put(_ request: ClientRequestRecord, policy: RequestPolicy, in tx: any WriteTransaction) throws {
        let (client, personID, now) = (request.client, request.personID, request.createdAt)
        guard try !RequestBlockStore.isBlocked(client, for: personID, in: tx) else { throw Problem.requestsBlocked }
        let entries = try ClientRequestStore.recent(of: personID, since: now.adding(seconds: -policy.reach), in: tx)
        if let wait = policy.wait(for: client, entries: entries, now: now) {
            throw Problem.tooMany(.tooManyClientRequests, retryAfter: wait)
        }
        try ClientRequestStore.insert(request, keys: keys, in: tx)
        count(.asked, in: tx)
    }

    /// Asks, and counts what was refused.
    func countingRefusals<Value: Sendable>(_ ask: () async throws -> Value) async throws -> Value {
        do {
            return try await ask()
        } catch let problem as Problem {
            let outcomes: [ProblemCode: RequestOutcome] = [.requestsBlocked: .blocked, .tooManyClientRequests: .throttled]
            if let outcome = outcomes[problem.code] { metrics.count(RequestOutcome.family, [outcome.rawValue]) }
            throw problem
        }
    }

    /// Whether an approval still has all that it was given by.
    func stands(_ request: ClientRequestRecord, by signatureID: String, in tx: any ReadTransaction) throws -> Bool {
        guard request.withdrawnAt == nil, try ConsentStore.current(of: request.personID, in: tx) != nil,
            let deviceID = try SignatureStore.find(signatureID, keys: keys, in: tx)?.deviceID
        else { return false }
        return try DeviceStore.find(deviceID, of: request.personID, in: tx) != nil
    }
}

extension Problem {
    fileprivate static let requestsBlocked = Problem.forbidden(
        .requestsBlocked,
        "The person takes no requests of this program; only they and an administrator can change that."
    )
}
