import Synchronization

/// What tasks and transactions report to a test, in the order in which they do.
final class Shared<Entry: Sendable>: Sendable {
    private let state = Mutex<[Entry]>([])
    var entries: [Entry] { state.withLock { $0 } }
    func append(_ entry: Entry) { state.withLock { $0.append(entry) } }
}

typealias Log = Shared<String>
typealias Ledger = Shared<Int>

/// Is raised once and stays so.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
}
