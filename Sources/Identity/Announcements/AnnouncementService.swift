import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Tells people what the operator has to say.
struct AnnouncementService: Sendable {
    let environment: IdentityEnvironment

    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.announcements) { _, _, context in
            _ = try context.requireSessionPersonID()
            let now = environment.time.now()
            let standing = try await environment.database.read { try AnnouncementStore.standing(at: now, in: $0) }
            return Page(items: standing.map { $0.wire(in: context.language) })
        }
    }
}
