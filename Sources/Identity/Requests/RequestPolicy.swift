import ParaphWire

/// How much programs may ask of a person, so that a person is not worn down until they say yes.
///
/// What the person approved does not count: much to sign is no reason to be stopped. One program's requests count for another's only where the
/// person never let that one in: their address typed at other sites keeps them out of none that they use.
struct RequestPolicy: Hashable, Sendable {
    /// How long a request waits for its answer, in seconds.
    var lifetime: Int64 = 300
    /// How many wait for one person at once, of one program and of all.
    var waitingOfClient = 3
    var waitingOfAll = 6
    /// How many that were not approved one person gets within ``window``, of one program and of all.
    var askedByClient = 5
    var askedByAll = 15
    /// In seconds.
    var window: Int64 = 600
    /// How many refusals in a row make a program pause, and for how many seconds.
    var refusalsInARow = 3
    var pause: Int64 = 1800
    /// How many unanswered ones in a row make it pause likewise.
    var unansweredInARow = 10

    /// How far back ``wait(for:entries:now:)`` looks, in seconds: as far as requests are kept.
    var reach: Int64 { 86_400 }

    /// A request that was made before.
    struct Entry: Hashable, Sendable {
        let client: String
        let status: ClientRequestRecord.Status
        let createdAt: Timestamp
        let expiresAt: Timestamp
        var answeredAt: Timestamp?
    }

    /// How long a program must wait before it asks.
    ///
    /// - Parameters:
    ///   - client: The program.
    ///   - entries: What was asked of the person, the newest first.
    ///   - isAllowed: Whether the person let it in before, so that what others ask does not count for it.
    ///   - now: The present moment.
    /// - Returns: seconds; `nil` where it need not wait.
    func wait(for client: String, entries: [Entry], isAllowed: Bool = false, now: Timestamp) -> Int? {
        let mine = entries.filter { $0.client == client }
        var ends = [
            waiting(mine, limit: waitingOfClient, now: now),
            asked(mine, limit: askedByClient, now: now),
            paused(mine, now: now),
            unanswered(mine, now: now),
        ]
        if !isAllowed {
            ends += [waiting(entries, limit: waitingOfAll, now: now), asked(entries, limit: askedByAll, now: now)]
        }
        guard let end = ends.compactMap(\.self).max(by: { $0 < $1 }) else { return nil }
        return Int(max(1, (end.milliseconds - now.milliseconds + 999) / 1000))
    }

    /// Whether a program asked so often, or was refused or left without an answer so often in a row, that it may be wearing the person down.
    func isFlooded(by client: String, entries: [Entry], now: Timestamp) -> Bool {
        let mine = entries.filter { $0.client == client }
        return asked(mine, limit: askedByClient, now: now) != nil || paused(mine, now: now) != nil || unanswered(mine, now: now) != nil
    }

    private func waiting(_ entries: [Entry], limit: Int, now: Timestamp) -> Timestamp? {
        let waiting = entries.filter { $0.status == .pending && now < $0.expiresAt }
        return waiting.count < limit ? nil : waiting.map(\.expiresAt).min()
    }

    private func asked(_ entries: [Entry], limit: Int, now: Timestamp) -> Timestamp? {
        let counted = entries.filter { $0.status != .approved && now < $0.createdAt.adding(seconds: window) }
        return counted.count < limit ? nil : counted[limit - 1].createdAt.adding(seconds: window)
    }

    /// A program left without an answer so often in a row pauses; what still waits tells nothing.
    private func unanswered(_ entries: [Entry], now: Timestamp) -> Timestamp? {
        let over = entries.filter { $0.status != .pending || $0.expiresAt <= now }.prefix { $0.status == .pending }
        guard over.count >= unansweredInARow else { return nil }
        let end = over.map(\.expiresAt).max()?.adding(seconds: pause)
        return end.flatMap { now < $0 ? $0 : nil }
    }

    /// A program refused so often in a row pauses; what was not answered at all changes nothing here.
    private func paused(_ entries: [Entry], now: Timestamp) -> Timestamp? {
        let answered = entries.filter { $0.status != .pending }.prefix(refusalsInARow)
        guard answered.count == refusalsInARow, answered.allSatisfy({ $0.status != .approved }) else { return nil }
        let end = answered.compactMap(\.answeredAt).max()?.adding(seconds: pause)
        return end.flatMap { now < $0 ? $0 : nil }
    }
}
