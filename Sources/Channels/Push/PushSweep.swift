import ParaphStorage
import ServerKit

/// Deletes subscriptions whose session ended.
///
/// Each round goes through all of them once: they are few, and what is pushed to one of these meanwhile is not sent either.
struct PushSweep: Sendable {
    let environment: PushEnvironment
    /// How many one transaction looks at.
    var batch = 200

    /// Looks at all; returns `false`, for nothing is left then.
    func turn() async throws -> Bool {
        var last: String? = ""
        while let after = last {
            last = try await environment.database.write { [environment, batch] tx in
                let some = try PushSubscriptionStore.sessions(after: after, limit: batch, in: tx)
                let living = try environment.sessions.living(Set(some.map(\.sessionID)), at: environment.time.now(), in: tx)
                for (id, sessionID) in some where !living.contains(sessionID) { try PushSubscriptionStore.delete(id, in: tx) }
                return some.count == batch ? some.last?.id : nil
            }
        }
        return false
    }
}
