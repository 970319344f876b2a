import ParaphWire
import ServerKit

/// Has one certificate laid out at a time, while a few wait: a long history takes a core for a moment, and whoever holds a link may ask.
actor EvidenceDesk {
    /// How many may wait before others are told to come again.
    static let room = 32

    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Does some work when it is its turn.
    ///
    /// - Throws: a `tooMany` `Problem` where too many wait; what the work throws.
    func work<Value: Sendable>(_ body: @concurrent @Sendable () async throws -> Value) async throws -> Value {
        if isBusy {
            guard waiting.count < Self.room else { throw Problem.tooMany(retryAfter: 5) }
            await withCheckedContinuation { waiting.append($0) }
        }
        isBusy = true
        defer { next() }
        return try await body()
    }

    /// Passes the turn on; who waited keeps the desk busy.
    private func next() {
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }
}
