public import ParaphStorage
import ParaphWire
import Synchronization

/// Counts requests for all nodes of an instance together, in the database.
///
/// A node takes a tenth of a burst at a time, so that most requests cost no transaction; what it took and did not use is lost when it stops.
/// So `n` nodes admit at most what the limit says, never more. One request of a party asks the database, and others that come meanwhile wait
/// for what it learns. A refusal is remembered until its end, so that a flood costs no reads either.
/// One request is O(1); at most ``mostParties`` are remembered.
public final class RateLimiter: Sendable {
    /// What this node knows of a party.
    private enum Knowledge {
        case taken(left: Int, until: Int64)
        case refused(until: Int64)
    }

    /// What a request is told.
    private enum Turn {
        case admitted
        case refused(until: Int64)
        /// It asks the database, and then tells those who wait.
        case asks
        /// Its time to wait is over: it asks the database for itself.
        case asksAlone
    }

    private struct State {
        var known: [String: Knowledge] = [:]
        /// The callers that wait for the one that asks about a party; absent while none asks.
        var waiting: [String: [Waiter<Turn>]] = [:]
    }

    private static let mostParties = 20_000

    private let database: any Database
    private let limits: RateLimits
    private let time: any TimeSource
    private let patience: Duration
    private let state = Mutex(State())

    /// Makes the limiter of a node.
    public convenience init(database: any Database, limits: RateLimits, time: any TimeSource) {
        self.init(database: database, limits: limits, time: time, patience: .seconds(1))
    }

    /// Makes the limiter of a node, whose requests wait for so long for one another.
    init(database: any Database, limits: RateLimits, time: any TimeSource, patience: Duration) {
        (self.database, self.limits, self.time, self.patience) = (database, limits, time, patience)
    }

    /// Counts one request of a party.
    ///
    /// - Throws: a `tooMany` ``ParaphWire/Problem`` that says when to come again.
    public func admit(_ party: RateLimits.Party) async throws {
        let now = time.now().milliseconds * 1000
        switch await turn(of: party.scope, at: now) {
        case .admitted: return
        case .refused(let until): throw Self.refusal(until: until, now: now)
        case .asks:
            defer { passTurn(of: party.scope, at: now) }
            try await ask(party, at: now)
        case .asksAlone: try await ask(party, at: now)
        }
    }

    /// Takes a lump out of a party's bucket, and one request out of the lump.
    private func ask(_ party: RateLimits.Party, at now: Int64) async throws {
        let (scope, limit) = (party.scope, limits.limit(of: party))
        let wanted = max(1, limit.burst / 10)
        let (taken, decision) = try await database.write { tx in
            try RateLimitStore.take(wanted, of: scope, limit: limit, at: now, in: tx)
        }
        switch decision {
        case .admitted:
            remember(.taken(left: taken - 1, until: now + 60_000_000), of: scope, at: now)
        case .refused(let until):
            // Who asked besides may have taken what covers this one too.
            if case .admitted? = state.withLock({ Self.spend(scope, at: now, &$0) }) { return }
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

    /// Tells a request what it is to do, once that is known.
    private func turn(of scope: String, at now: Int64) async -> Turn {
        let waiter = Waiter<Turn>()
        let turn = state.withLock { state -> Turn? in
            if let turn = Self.spend(scope, at: now, &state) { return turn }
            if state.waiting[scope] == nil {
                state.waiting[scope] = []
                return .asks
            }
            state.waiting[scope]?.append(waiter)
            return nil
        }
        if let turn { return turn }
        return await waiter.value(within: patience, otherwise: .asksAlone)
    }

    /// Tells those who waited what is known now; where that covers not all of them, the next one asks.
    private func passTurn(of scope: String, at now: Int64) {
        state.withLock { state in
            var waiting = (state.waiting.removeValue(forKey: scope) ?? [])[...]
            while let next = waiting.popFirst() {
                let before = state.known[scope]
                let turn = Self.spend(scope, at: now, &state) ?? .asks
                guard next.answer(turn) else {
                    // It went away, and nothing was spent on it.
                    state.known[scope] = before
                    continue
                }
                if case .asks = turn {
                    state.waiting[scope] = Array(waiting)
                    return
                }
            }
        }
    }

    /// What is known of a party, one request less; `nil` where the database must be asked.
    private static func spend(_ scope: String, at now: Int64, _ state: inout State) -> Turn? {
        switch state.known[scope] {
        case .taken(let left, let until) where left > 0 && until > now:
            state.known[scope] = .taken(left: left - 1, until: until)
            return .admitted
        case .refused(let until) where until > now:
            return .refused(until: until)
        default:
            return nil
        }
    }

    private func remember(_ knowledge: Knowledge, of scope: String, at now: Int64) {
        state.withLock { state in
            if state.known.count >= Self.mostParties, state.known[scope] == nil {
                state.known = state.known.filter { entry in
                    switch entry.value {
                    case .taken(let left, let until): left > 0 && until > now
                    case .refused(let until): until > now
                    }
                }
                if state.known.count >= Self.mostParties { state.known.removeAll() }
            }
            switch (knowledge, state.known[scope]) {
            case (.taken(let left, let until), .taken(let more, let end)) where end > now:
                // Two requests asked at once: what both took counts.
                state.known[scope] = .taken(left: left + more, until: min(until, end))
            case (.refused, .taken(let left, let end)) where left > 0 && end > now:
                break
            default:
                state.known[scope] = knowledge
            }
        }
    }

    private static func refusal(until: Int64, now: Int64) -> Problem {
        .tooMany(retryAfter: Int(max(1, (until - now + 999_999) / 1_000_000)))
    }
}
