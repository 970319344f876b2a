public import ParaphStorage
import ParaphWire
import Synchronization

/// Counts requests for all nodes of an instance together, in the database.
///
/// A node takes a tenth of a burst at a time, so that most requests cost no transaction; what it took and did not use is lost when it stops.
/// So `n` nodes admit at most what the limit says, never more. A refusal is remembered until its end, so that a flood costs no reads either.
/// One request is O(1); at most ``mostParties`` are remembered.
public final class RateLimiter: Sendable {
    /// What this node knows of a party.
    private enum Knowledge {
        case taken(left: Int, until: Int64)
        case refused(until: Int64)
    }

    private static let mostParties = 20_000

    private let database: any Database
    private let limits: RateLimits
    private let time: any TimeSource
    private let known = Mutex<[String: Knowledge]>([:])

    /// Makes the limiter of a node.
    public init(database: any Database, limits: RateLimits, time: any TimeSource) {
        self.database = database
        self.limits = limits
        self.time = time
    }

    /// Counts one request of a party.
    ///
    /// - Throws: a `tooMany` ``ParaphWire/Problem`` that says when to come again.
    public func admit(_ party: RateLimits.Party) async throws {
        let limit = limits.limit(of: party)
        let scope = party.scope
        let now = time.now().milliseconds * 1000
        if let remembered = try remembered(scope, at: now), remembered { return }
        let wanted = max(1, limit.burst / 10)
        let (taken, decision) = try await database.write { tx in
            try RateLimitStore.take(wanted, of: scope, limit: limit, at: now, in: tx)
        }
        switch decision {
        case .admitted:
            remember(.taken(left: taken - 1, until: now + 60_000_000), of: scope, at: now)
        case .refused(let until):
            // Requests that asked at the same time may have taken what covers this one too.
            if let covered = try remembered(scope, at: now), covered { return }
            remember(.refused(until: until), of: scope, at: now)
            throw Self.refusal(until: until, now: now)
        }
    }

    /// Forgets some parties whose buckets are full, so that no address is kept for longer than its limit needs.
    ///
    /// - Returns: whether there may be more.
    public func sweep() async throws -> Bool {
        let now = time.now().milliseconds * 1000
        return try await database.write { try RateLimitStore.sweep(before: now, in: $0) } == RateLimitStore.sweepLength
    }

    /// Whether what was taken before covers this request; `nil` where the database must be asked.
    private func remembered(_ scope: String, at now: Int64) throws -> Bool? {
        try known.withLock { known in
            switch known[scope] {
            case .taken(let left, let until) where left > 0 && until > now:
                known[scope] = .taken(left: left - 1, until: until)
                return true
            case .refused(let until) where until > now:
                throw Self.refusal(until: until, now: now)
            default:
                return nil
            }
        }
    }

    private func remember(_ knowledge: Knowledge, of scope: String, at now: Int64) {
        known.withLock { known in
            if known.count >= Self.mostParties, known[scope] == nil {
                known = known.filter { entry in
                    switch entry.value {
                    case .taken(let left, let until): left > 0 && until > now
                    case .refused(let until): until > now
                    }
                }
                if known.count >= Self.mostParties { known.removeAll() }
            }
            switch (knowledge, known[scope]) {
            case (.taken(let left, let until), .taken(let more, let end)) where end > now:
                // Two requests asked at once: what both took counts.
                known[scope] = .taken(left: left + more, until: min(until, end))
            case (.refused, .taken(let left, let end)) where left > 0 && end > now:
                break
            default:
                known[scope] = knowledge
            }
        }
    }

    private static func refusal(until: Int64, now: Int64) -> Problem {
        .tooMany(retryAfter: Int(max(1, (until - now + 999_999) / 1_000_000)))
    }
}
