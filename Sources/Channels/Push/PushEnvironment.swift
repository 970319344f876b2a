import Foundation
import Logging
import ParaphStorage
import ParaphWire
import ServerKit

/// What the services and lanes of pushes work with.
struct PushEnvironment: Sendable {
    let database: any Database
    let keys: KeyRing
    let sessions: any PushSessions
    let configuration: PushConfiguration
    /// How browsers' push services are reached.
    let http: OutgoingHTTP
    let time: any TimeSource
    let logger: Logger

    /// What an item of the outbox is to be pushed to; `nil` where there is nothing to push any more: its time is over, or its session ended, with
    /// which the subscription ends.
    func target(of item: OutboxItem) async throws -> (item: PushItem, subscription: PushSubscription)? {
        guard let push = try? JSONDecoder().decode(PushItem.self, from: Data(item.payload)) else {
            throw DeliveryError(isFinal: true, "the stored alert cannot be read")
        }
        let now = time.now()
        guard push.expiresAt > now else { return nil }
        let found: (PushSubscription, isLiving: Bool)? = try await database.read { [keys, sessions] tx in
            guard let subscription = try PushSubscriptionStore.find(push.subscription, keys: keys, in: tx) else { return nil }
            return (subscription, try !sessions.living([subscription.sessionID], at: now, in: tx).isEmpty)
        }
        guard let (subscription, isLiving) = found else { return nil }
        guard isLiving else {
            try await end(subscription)
            return nil
        }
        return (push, subscription)
    }

    /// Ends a subscription.
    func end(_ subscription: PushSubscription) async throws {
        try await database.write { try PushSubscriptionStore.delete(subscription.id, in: $0) }
    }

    /// Notes whether a try reached the device; one that did not counts as many as its `weight`.
    func note(_ subscription: PushSubscription, isReached: Bool, weight: Int = 1) async throws {
        guard !isReached || subscription.failures > 0 else { return }
        try await database.write { try PushSubscriptionStore.note(subscription.id, isReached: isReached, weight: weight, in: $0) }
    }
}
