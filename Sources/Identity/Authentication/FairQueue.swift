/// Who waits, by party, such as networks and devices: parties take turns however much each of them sends, and where too many wait, the
/// party with most waiting gives way.
struct FairQueue<Waiter> {
    /// How many wait at most.
    let limit: Int
    private(set) var count = 0
    /// What waits of each party, in its order.
    private var waiting: [String: [Waiter]] = [:]
    /// Parties of which something waits, the next one first.
    private var turns: [String] = []

    init(limit: Int) { self.limit = limit }

    /// Lets one more wait.
    ///
    /// - Returns: who is sent away for it, the newcomer where no other party has more waiting; `nil` where there is room.
    mutating func add(_ waiter: Waiter, of party: String) -> Waiter? {
        let own = waiting[party]?.count ?? 0
        var other: Waiter?
        if count >= limit {
            guard let most = waiting.max(by: { $0.value.count < $1.value.count }), most.value.count > own + 1 else { return waiter }
            other = waiting[most.key]?.popLast()
            count -= 1
        }
        if own == 0 { turns.append(party) }
        waiting[party, default: []].append(waiter)
        count += 1
        return other
    }

    /// Takes out who is next.
    mutating func next() -> Waiter? {
        guard !turns.isEmpty else { return nil }
        let party = turns.removeFirst()
        let waiter = waiting[party]?.removeFirst()
        count -= 1
        if waiting[party]?.isEmpty ?? true { waiting[party] = nil } else { turns.append(party) }
        return waiter
    }
}
