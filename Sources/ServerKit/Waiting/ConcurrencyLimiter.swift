import Synchronization

/// Admits work: so many pieces at a time that are no larger together than a budget, and few of one party.
///
/// Parties take turns. The first work of each is admitted in the order in which it comes, and before what parties that have some in already ask
/// for besides; that comes as if it had been asked for later, by a full queue for each piece that is in, so that it is held up and never shut out.
/// What is larger than the budget comes alone. A caller that waits for long is sent away, and so is the last one where too many wait.
public final class ConcurrencyLimiter: Sendable {
    /// What a limiter admits.
    public struct Limits: Hashable, Sendable {
        /// How many pieces of work are done at a time; at least 1.
        public var width: Int
        /// How large they may be together.
        public var budget: Int
        /// How many wait at most.
        public var queue: Int
        /// How long one waits before being sent away; `nil` waits for as long as it takes.
        public var patience: Duration?

        /// Makes limits; without a queue no caller waits.
        public init(width: Int = .max, budget: Int = .max, queue: Int = 0, patience: Duration? = nil) {
            (self.width, self.budget, self.queue, self.patience) = (max(1, width), budget, queue, patience)
        }
    }

    /// A place that a caller takes while it waits and while its work is done.
    public struct Place: Hashable, Sendable {
        let holder: String
        let most: Int
        let visits: Int

        /// Names a place.
        ///
        /// - Parameters:
        ///   - holder: whose it is.
        ///   - most: how many places they have at a time.
        ///   - visits: how often they come in a minute, by one limiter's clock.
        public init(of holder: String, most: Int, visits: Int = .max) {
            (self.holder, self.most, self.visits) = (holder, most, visits)
        }
    }

    /// Why a caller is refused.
    public enum Refusal: Error, Hashable, Sendable {
        /// They came too often in this minute.
        case visits
        /// They have all their places.
        case places
        /// Too many wait, or there was no room for long.
        case room
    }

    private struct Entry {
        let size: Int
        /// The smallest is next.
        let turn: Int
        let waiter = Waiter<Bool>()
    }

    private struct State {
        var used = 0
        var running = 0
        /// In the order of turns.
        var waiting: [Entry] = []
        /// How many pieces of work came so far.
        var arrivals = 0
        var places: [String: Int] = [:]
        /// How often who came in this minute.
        var visits: [String: Int] = [:]
        var minute = ContinuousClock.now
    }

    private let state = Mutex(State())
    private let limits: Limits

    /// Makes a limiter.
    public init(_ limits: Limits) {
        self.limits = limits
    }

    /// How much is in, and how many wait.
    public var load: (used: Int, waiting: Int) { state.withLock { ($0.used, $0.waiting.count) } }

    /// Whether any work is done.
    public var isBusy: Bool { state.withLock { $0.running > 0 } }

    /// Does some work of a size once there is room for it, and for whom there are all these places.
    ///
    /// The holder of the first place is the party whose turn it is; without places each piece of work is a party of its own.
    /// Work that does not wait is refused where there is no room at once; it never passes a caller that waits.
    /// - Throws: ``Refusal``; `CancellationError`; what the work throws.
    public func run<Value: Sendable>(_ size: Int = 0, at places: [Place] = [], waits: Bool = true, _ work: () async throws -> Value)
        async throws
        -> Value
    {
        if let refusal = state.withLock({ Self.refuse(places, &$0) }) { throw refusal }
        defer { leave(places) }
        try await enter(size, of: places.first?.holder, waits: waits)
        defer { leave(size) }
        return try await work()
    }

    /// Takes places, all or none.
    private static func refuse(_ places: [Place], _ state: inout State) -> Refusal? {
        let now = ContinuousClock.now
        if now - state.minute >= .seconds(60) { (state.visits, state.minute) = ([:], now) }
        for place in places where place.visits < .max {
            guard state.visits[place.holder, default: 0] < place.visits else { return .visits }
            state.visits[place.holder, default: 0] += 1
        }
        guard places.allSatisfy({ state.places[$0.holder, default: 0] < $0.most }) else { return .places }
        for place in places { state.places[place.holder, default: 0] += 1 }
        return nil
    }

    private func leave(_ places: [Place]) {
        state.withLock { state in
            for place in places {
                let left = (state.places[place.holder] ?? 1) - 1
                state.places[place.holder] = left > 0 ? left : nil
            }
        }
    }

    private func enter(_ size: Int, of party: String?, waits: Bool) async throws {
        let (isAdmitted, entry) = state.withLock { state -> (Bool, Entry?) in
            state.arrivals += 1
            if state.waiting.isEmpty, fits(size, state) {
                Self.take(size, &state)
                return (true, nil)
            }
            return (false, waits ? wait(size, of: party, &state) : nil)
        }
        if isAdmitted { return }
        if let entry {
            if await entry.waiter.value(within: limits.patience, otherwise: false) { return }
            admitNext { state in state.waiting.removeAll { $0.waiter === entry.waiter } }
        }
        try Task.checkCancellation()
        throw Refusal.room
    }

    /// Puts some work among what waits, and sends the last one away for it where too many do; `nil` where it would be the last itself.
    private func wait(_ size: Int, of party: String?, _ state: inout State) -> Entry? {
        // The place of what has just come is counted, too.
        let others = party.map { max(0, state.places[$0, default: 0] - 1) } ?? 0
        let entry = Entry(size: size, turn: state.arrivals + others * min(limits.queue, Self.mostPassing))
        if state.waiting.count >= limits.queue {
            guard let last = state.waiting.last, last.turn > entry.turn else { return nil }
            last.waiter.answer(false)
            state.waiting.removeLast()
        }
        state.waiting.insert(entry, at: state.waiting.firstIndex { $0.turn > entry.turn } ?? state.waiting.endIndex)
        return entry
    }

    /// How many others may pass a party's further work at most.
    private static let mostPassing = 1_000

    private func fits(_ size: Int, _ state: State) -> Bool {
        state.running == 0 || (state.running < limits.width && size <= limits.budget - state.used)
    }

    private static func take(_ size: Int, _ state: inout State) {
        state.used += size
        state.running += 1
    }

    private func leave(_ size: Int) {
        admitNext { state in
            state.used -= size
            state.running -= 1
        }
    }

    private func admitNext(after change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            while let next = state.waiting.first, fits(next.size, state) {
                // A caller that went away by itself takes no room.
                if next.waiter.answer(true) { Self.take(next.size, &state) }
                state.waiting.removeFirst()
            }
        }
    }
}
