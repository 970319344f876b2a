import ParaphWire
import ServerKit

/// What happened with the account, newest first.
struct ActivityPage: Page {
    static let template = "activity"

    let activity: ParaphWire.Page<ActivityItem>
    /// The words of what may have happened.
    let kinds: [String: ActivityKind]
    let waiting: [DeviceRequest]
    let asked: [ClientRequest]

    static func load(_ visit: Visit) async throws -> ActivityPage {
        var path = IdentityEndpoints.activity.path
        if let cursor = visit.query("cursor"), cursor.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "&") }) {
            path += "?cursor=\(cursor)"
        }
        return ActivityPage(
            activity: try await visit.get(IdentityEndpoints.activity, at: path),
            kinds: visit.domains.activityKinds,
            waiting: try await visit.waitingDevices(),
            asked: try await visit.clientRequests()
        )
    }
}
