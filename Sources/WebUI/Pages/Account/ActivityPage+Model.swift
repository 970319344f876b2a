import ParaphWire
import ServerKit

/// What happened with the account, newest first.
struct ActivityPage: Page {
    static let template = "activity"

    let activity: ParaphWire.Page<ActivityItem>
    /// What may have happened, for its icons.
    let kinds: [String: ActivityKind]
    /// The names of the files that it is about and that are still there.
    let files: [ActivityItem.Thing: String]
    let waiting: [DeviceRequest]
    let asked: [ClientRequest]
    /// What the operator tells everybody.
    let told: [Announcement]

    static func load(_ visit: Visit) async throws -> ActivityPage {
        var path = IdentityEndpoints.activity.path
        if let after = visit.cursor("after") { path += "?after=\(after)" }
        let activity = try await visit.get(IdentityEndpoints.activity, at: path)
        return ActivityPage(
            activity: activity,
            kinds: visit.domains.activityKinds,
            files: try await names(of: Set(activity.items.flatMap(\.about).filter { $0.kind == .file }), visit),
            waiting: try await visit.waitingDevices(),
            asked: try await visit.clientRequests(),
            told: try await visit.get(IdentityEndpoints.announcements).items
        )
    }

    /// What files are called; those that are gone, or that the person may not open any more, are left out.
    private static func names(of files: Set<ActivityItem.Thing>, _ visit: Visit) async throws -> [ActivityItem.Thing: String] {
        var names: [ActivityItem.Thing: String] = [:]
        for file in files {
            do {
                names[file] = try await visit.get(FilesEndpoints.find, at: FilesEndpoints.find.path(file.id)).name
            } catch let problem as Problem where problem.status == 404 {
                continue
            }
        }
        return names
    }
}
