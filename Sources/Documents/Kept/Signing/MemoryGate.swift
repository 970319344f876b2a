import ParaphWire
import ServerKit
import Synchronization

/// Admits files into memory in the order in which they come: no more bytes at a time than a budget, and few at once, for reading them takes a
/// processor each.
///
/// A file that is larger than the budget comes alone. Whoever waits for long, or behind many, is sent away; and nobody takes more than two
/// places, nor comes more often than twenty times a minute.
final class MemoryGate: Sendable {
    private struct Waiter {
        let id: Int
        let bytes: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var used = 0
        var running = 0
        var waiting: [Waiter] = []
        var places: [String: Int] = [:]
        var number = 0
        /// How often who came in this minute.
        var visits: [String: Int] = [:]
        var minute = ContinuousClock.now

        /// Counts a visit; says whether there were fewer than `most` in this minute.
        mutating func visit(_ personID: String, most: Int) -> Bool {
            let now = ContinuousClock.now
            if now - minute >= .seconds(60) { (visits, minute) = ([:], now) }
            guard visits[personID, default: 0] < most else { return false }
            visits[personID, default: 0] += 1
            return true
        }
    }

    private let state = Mutex(State())
    private let budget: Int
    private let width: Int
    private let patience: Duration
    private let queueLimit: Int
    private let visitLimit: Int

    /// How many places one person takes at most.
    static let placesOfOne = 2

    /// Makes a gate.
    ///
    /// - Parameters:
    ///   - budget: how many bytes are admitted at a time.
    ///   - width: how many files are admitted at a time.
    ///   - patience: how long one waits before being sent away.
    ///   - queueLimit: how many wait at most.
    ///   - visitLimit: how often one person comes in a minute.
    init(budget: Int, width: Int, patience: Duration = .seconds(20), queueLimit: Int = 64, visitLimit: Int = 20) {
        (self.budget, self.width, self.patience, self.queueLimit) = (budget, max(1, width), patience, queueLimit)
        self.visitLimit = visitLimit
    }

    /// How many bytes are admitted now, and how many wait.
    var load: (used: Int, waiting: Int) { state.withLock { ($0.used, $0.waiting.count) } }

    /// Does some work that takes so many bytes once there is room for them.
    ///
    /// - Throws: an `unavailable` ``Problem`` where there was no room for long, `tooMany` where the person has enough places or came too often;
    ///   what the work throws.
    func run<Value: Sendable>(_ bytes: Int, for personID: String, _ work: () async throws -> Value) async throws -> Value {
        guard state.withLock({ $0.visit(personID, most: visitLimit) }) else { throw Problem.tooMany(retryAfter: 60) }
        let isPlaced = state.withLock { state in
            guard state.places[personID, default: 0] < Self.placesOfOne else { return false }
            state.places[personID, default: 0] += 1
            return true
        }
        guard isPlaced else { throw Problem.tooMany(retryAfter: 5) }
        defer { leavePlace(of: personID) }
        guard try await enter(bytes) else { throw Problem.unavailable() }
        defer { leave(bytes) }
        return try await work()
    }

    private func leavePlace(of personID: String) {
        state.withLock { state in
            let left = (state.places[personID] ?? 1) - 1
            state.places[personID] = left > 0 ? left : nil
        }
    }

    private func enter(_ bytes: Int) async throws -> Bool {
        let id = state.withLock { state in
            state.number += 1
            return state.number
        }
        let clock = Task { [patience] in
            try await Task.sleep(for: patience)
            giveUp(id)
        }
        defer { clock.cancel() }
        let isAdmitted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waiter = Waiter(id: id, bytes: bytes, continuation: continuation)
                if let answer = admit(waiter) { continuation.resume(returning: answer) }
            }
        } onCancel: {
            giveUp(id)
        }
        guard isAdmitted else {
            try Task.checkCancellation()
            return false
        }
        return true
    }

    /// Whether a newcomer is admitted at once, or sent away at once; `nil` where they wait.
    private func admit(_ waiter: Waiter) -> Bool? {
        state.withLock { state in
            if state.waiting.isEmpty, fits(waiter.bytes, state) {
                take(waiter.bytes, &state)
                return true
            }
            guard state.waiting.count < queueLimit, !Task.isCancelled else { return false }
            state.waiting.append(waiter)
            return nil
        }
    }

    private func fits(_ bytes: Int, _ state: State) -> Bool {
        state.running == 0 || (state.running < width && state.used + bytes <= budget)
    }

    private func take(_ bytes: Int, _ state: inout State) {
        state.used += bytes
        state.running += 1
    }

    private func leave(_ bytes: Int) {
        admitNext { state in
            state.used -= bytes
            state.running -= 1
        }
    }

    /// Sends away who still waits.
    private func giveUp(_ id: Int) {
        var gone: Waiter?
        admitNext { state in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return }
            gone = state.waiting.remove(at: index)
        }
        gone?.continuation.resume(returning: false)
    }

    private func admitNext(after change: (inout State) -> Void) {
        let admitted = state.withLock { state in
            change(&state)
            var admitted: [Waiter] = []
            while let next = state.waiting.first, fits(next.bytes, state) {
                take(next.bytes, &state)
                admitted.append(state.waiting.removeFirst())
            }
            return admitted
        }
        for waiter in admitted { waiter.continuation.resume(returning: true) }
    }
}
