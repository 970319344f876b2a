import ParaphStorage
import ParaphWire
import ServerKit

extension TokenService {
    /// By how much a client's questions move apart that came too early, in seconds (RFC 8628, section 3.5).
    private static let slowing: Int64 = 5

    /// Tells a client how its request stands, and gives it tokens once the person approved (RFC 8628, sections 3.4 and 3.5).
    func redeemDeviceCode(_ parameters: OAuthParameters, for client: ClientRecord) async throws -> Outcome {
        let hash = SecretHash(of: try parameters.required("device_code"))
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard var record = try DeviceGrantStore.find(hash, client: client.id, in: tx) else {
                return .refused(.invalidGrant("device_code is unknown, too old, or was given to another client."))
            }
            switch record.status {
            case .pending where now < record.expiresAt:
                let isEarly = record.polledAt.map { now < $0.adding(seconds: record.pollSeconds) } ?? false
                if isEarly { record.pollSeconds += Self.slowing }
                record.polledAt = now
                try DeviceGrantStore.update(record, in: tx)
                if isEarly { return .refused(OAuthError("slow_down", "Ask every \(record.pollSeconds) seconds.")) }
                return .refused(OAuthError("authorization_pending", "The person has not answered yet."))
            case .pending: return .refused(OAuthError("expired_token", "The person did not answer in time."))
            case .declined: return .refused(OAuthError("access_denied", "The person said no."))
            case .approved: break
            }
            guard let id = record.grantID, let authentication = record.authentication,
                let grant = try GrantStore.find(id, client: client.id, in: tx)
            else { return .refused(.invalidGrant("What the person allowed is over.")) }
            guard record.redeemedAt == nil else { return try Self.endReused(grant, of: client, at: now, in: tx) }
            guard now < record.expiresAt else { return .refused(OAuthError("expired_token", "The tokens were not fetched in time.")) }
            record.redeemedAt = now
            try DeviceGrantStore.update(record, in: tx)
            return try issue(for: grant, scopes: grant.scopes, to: client, by: Occasion(event: authentication), at: now, in: tx)
        }
    }
}
