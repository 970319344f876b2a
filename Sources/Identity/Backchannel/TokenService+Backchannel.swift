import ParaphStorage
import ParaphWire
import ServerKit

extension TokenService {
    /// How long a client may fetch the tokens that a person approved, in seconds.
    private static let redemption: Int64 = 300
    /// By how much a client's questions move apart that came too early, in seconds (CIBA Core 1.0, section 11).
    private static let delay: Int64 = 5

    /// Tells a client how a request stands, and gives it tokens once the person approved it (CIBA Core 1.0, sections 10.1 and 11).
    ///
    /// An end is told again to a client that lost the answer; tokens are given once, and end where they are asked for again. Another client's question changes
    /// nothing. A client may wait for an answer that is not there yet.
    func redeemRequest(_ parameters: OAuthParameters, for client: ClientRecord, patience: RequestWait.Patience?) async throws -> Outcome {
        let shown = try parameters.required("auth_req_id")
        guard let patience else { return try await look(at: shown, for: client) }
        let asked = try await environment.database.read { try BackchannelStore.find(SecretHash(of: shown), client: client.id, in: $0) }
        guard let asked, asked.settledAt == nil else { return try await look(at: shown, for: client) }
        return try await RequestWait(environment: environment).answer(about: asked.requestID, for: client.id, within: patience) { isFirst in
            try await look(at: shown, for: client, isCounted: isFirst)
        } isOpen: {
            if case .refused(let error) = $0 { error == Self.stillPending } else { false }
        }
    }

    /// What is answered where the person has not.
    private static let stillPending = OAuthError("authorization_pending", "The person has not answered yet.")

    /// How a request stands now; a question of the client's is counted, for it may have come too early, and one that was held is looked at again uncounted.
    private func look(at shown: String, for client: ClientRecord, isCounted: Bool = true) async throws -> Outcome {
        if !isCounted {
            let isPending = try await environment.database.read { tx in
                guard let asked = try BackchannelStore.find(SecretHash(of: shown), client: client.id, in: tx) else { return false }
                return try ClientRequestStore.isPending(asked.requestID, at: environment.time.now(), in: tx)
            }
            if isPending { return .refused(Self.stillPending) }
        }
        return try await environment.database.write { tx in
            let now = environment.time.now()
            guard let asked = try BackchannelStore.find(SecretHash(of: shown), client: client.id, in: tx),
                let request = try ClientRequestStore.find(asked.requestID, keys: environment.keys, in: tx)
            else { return .refused(.invalidGrant("auth_req_id is unknown, too old, or was given to another client.")) }
            guard asked.grantID == nil else { return try endReused(asked, request, of: client, at: now, in: tx) }
            switch request.status {
            case .pending where now < request.expiresAt && asked.settledAt == nil: return try wait(asked, at: now, in: tx)
            case .pending: return try tell("expired_token", "The person did not answer in time.", of: asked, at: now, in: tx)
            case .declined, .reported: return try tell("access_denied", "The person said no.", of: asked, at: now, in: tx)
            case .denied: return try tell("access_denied", "Too many signatures were not the person's.", of: asked, at: now, in: tx)
            case .approved: return try redeem(asked, request, shown: shown, for: client, at: now, in: tx)
            }
        }
    }

    /// The person has not answered; who asks too often waits longer from now on.
    private func wait(_ asked: BackchannelRecord, at now: Timestamp, in tx: any WriteTransaction) throws -> Outcome {
        var asked = asked
        let isEarly = asked.polledAt.map { now < $0.adding(seconds: asked.pollSeconds) } ?? false
        if isEarly { asked.pollSeconds += Self.delay }
        try BackchannelStore.notePoll(asked, at: now, in: tx)
        if isEarly { return .refused(OAuthError("slow_down", "Ask every \(asked.pollSeconds) seconds.")) }
        return .refused(Self.stillPending)
    }

    private func tell(_ code: String, _ words: String, of asked: BackchannelRecord, at now: Timestamp, in tx: any WriteTransaction) throws
        -> Outcome
    {
        try BackchannelStore.settle(asked.requestID, at: now, in: tx)
        return .refused(OAuthError(code, words))
    }

    private func redeem(
        _ asked: BackchannelRecord,
        _ request: ClientRequestRecord,
        shown: String,
        for client: ClientRecord,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Outcome {
        guard let signatureID = request.signatureID, let approvedAt = request.answeredAt,
            now < approvedAt.adding(seconds: Self.redemption)
        else { return try tell("expired_token", "The tokens were not fetched in time.", of: asked, at: now, in: tx) }
        // What the approval stands on may be gone: the account, the device, the consent, the client. It stays so once it was told.
        guard asked.settledAt == nil,
            try PersonStore.status(of: request.personID, in: tx) == .active,
            try ClientStore.find(client.id, in: tx)?.disabledAt == nil,
            try environment.stands(request, by: signatureID, in: tx),
            let person = try PersonStore.find(request.personID, keys: environment.keys, in: tx)
        else {
            try BackchannelStore.settle(asked.requestID, at: now, in: tx)
            return .refused(.invalidGrant("What the person approved is over."))
        }
        let scopes = Set((request.details.scopes ?? []).map { TokenScope($0) })
        let grant = GrantRecord(
            clientID: client.id,
            personID: person.id,
            scopes: scopes,
            createdAt: now,
            expiresAt: now.adding(seconds: Self.accessLifetime)
        )
        let permit = StepUp.Permit.approvedRequest(request)
        try StepUp(environment: environment).perform(.allowClient, on: person, permit: permit, at: now, in: tx) { permit, telling in
            // The request itself is among what happened; a mail tells of the first time.
            telling.isTold = try !GrantStore.isAllowed(client.id, by: person.id, at: now, in: tx)
            telling.appName = client.name
            try GrantStore.insert(grant, permit: permit, in: tx)
        }
        try BackchannelStore.settle(asked.requestID, grant: grant.id, at: now, in: tx)
        let occasion = Occasion(event: AuthenticationEvent(at: approvedAt, method: .signature), requestID: shown)
        return try issue(for: grant, scopes: scopes, to: client, by: occasion, at: now, in: tx)
    }

    /// What was told already came again: the tokens that came of it end, for it is unknown who else has them.
    private func endReused(
        _ asked: BackchannelRecord,
        _ request: ClientRequestRecord,
        of client: ClientRecord,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Outcome {
        if let id = asked.grantID, let grant = try GrantStore.find(id, client: client.id, in: tx) {
            try GrantStore.delete(grant, permit: .grant(grant), in: tx)
            try ActivityStore.append(.clientEnded, of: request.personID, at: now, appName: client.name, in: tx)
            let details = ["grant": grant.id]
            try AuditStore.append(.clientTokenReused, actor: client.id, subject: request.personID, details: details, at: now, in: tx)
        }
        return .refused(.invalidGrant("This auth_req_id was used before; every token that came of it is revoked."))
    }
}
