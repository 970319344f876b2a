import ParaphWire
import ServerKit

/// What happened with the account, newest first.
struct ActivityPage: Page {
    static let template = "activity"

    let activity: ParaphWire.Page<ActivityItem>
    /// The words of what may have happened.
    let kinds: [String: ActivityKind]
    /// The names of the files that it is about and that are still there, by id.
    let files: [String: String]
    let waiting: [DeviceRequest]
    let asked: [ClientRequest]

    static func load(_ visit: Visit) async throws -> ActivityPage {
        var path = IdentityEndpoints.activity.path
        if let cursor = visit.cursor("cursor") { path += "?cursor=\(cursor)" }
        let activity = try await visit.get(IdentityEndpoints.activity, at: path)
        return ActivityPage(
            activity: activity,
            kinds: visit.domains.activityKinds,
            files: try await names(of: Set(activity.items.compactMap(\.fileId)), visit),
            waiting: try await visit.waitingDevices(),
            asked: try await visit.clientRequests()
        )
    }

    /// What files are called; those that are gone, or that the person may not open any more, are left out.
    private static func names(of ids: Set<String>, _ visit: Visit) async throws -> [String: String] {
        var names: [String: String] = [:]
        for id in ids {
            do {
                names[id] = try await visit.get(FilesEndpoints.find, at: FilesEndpoints.find.path(id)).name
            } catch let problem as Problem where problem.status == 404 {
                continue
            }
        }
        return names
    }
}
