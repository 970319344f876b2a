import ParaphWire

/// A server of changes in memory, sound or with one of the faults by which such protocols lose updates.
final class FaultyChangeServer: ModelServer {
    /// What goes wrong (`lastUpdatedDate` with page numbers has the first seven; see the notes on messaging, 2.2).
    enum Fault: CaseIterable {
        /// A change is numbered when its transaction begins, and seen when it is committed.
        case numberedBeforeCommit
        /// Changes of the same moment straddle two pages.
        case equalMoments
        /// Pages are counted from the first row, while rows move.
        case pagesByOffset
        /// Removals are not told.
        case silentRemovals
        /// Changes are numbered by a clock that is set back.
        case clock
        /// The first page's answer says that all was read.
        case cursorOfTheEnd
        /// Changes are told by the day.
        case days
        /// A cursor of before a restore is gone on from.
        case noEpoch
    }

    private struct Entry {
        var number: Int
        var thing: String
        var isRemoved: Bool
    }

    private struct State {
        var things: [String: Int] = [:]
        var log: [Entry] = []
        var last = 0
    }

    private let fault: Fault?
    private var state = State()
    private var kept: State?
    private var begun: [ModelWrite: Int] = [:]
    private var time = 100
    private var epoch = 1

    init(_ fault: Fault?) {
        self.fault = fault
    }

    private func number() -> Int {
        switch fault {
        case .clock: return time
        case .equalMoments: return time / 8
        case .days: return time / 40
        default:
            state.last += 1
            return state.last
        }
    }

    func step(_ time: Int) {
        // Only where the clock counts it may go back: the other faults are to be found by themselves.
        self.time += fault == .clock ? time : abs(time)
    }

    func begin(_ write: ModelWrite) {
        if fault == .numberedBeforeCommit { begun[write] = number() }
    }

    func commit(_ write: ModelWrite) {
        let number = begun.removeValue(forKey: write) ?? number()
        state.things[write.thing] = write.isRemoval ? nil : write.number
        state.log.removeAll { $0.thing == write.thing }
        state.log.append(Entry(number: number, thing: write.thing, isRemoved: write.isRemoval))
        state.log.sort { $0.number < $1.number }
        state.last = max(state.last, number)
    }

    func things() -> [String: Int] { state.things }

    func backUp() { kept = state }

    func restore() {
        guard let kept else { return }
        state = kept
        if fault != .noEpoch { epoch += 1 }
    }

    func changes(after cursor: String?, limit: Int) -> Changes {
        let parts = cursor?.split(separator: "/").compactMap { Int($0) } ?? []
        let newest = state.log.last?.number ?? 0
        guard parts.count == 3, parts[0] == epoch else {
            return Changes(cursor: "\(epoch)/\(max(newest, state.last))/0", isReset: true)
        }
        let (since, offset) = (parts[1], parts[2])
        let fresh = state.log.filter { $0.number > since && !($0.isRemoved && fault == .silentRemovals) }
        let page = Array(fresh.dropFirst(offset).prefix(limit))
        let hasMore = fresh.count > offset + page.count
        var next = "\(epoch)/\(hasMore ? page.last?.number ?? since : max(since, newest))/0"
        if hasMore, fault == .pagesByOffset { next = "\(epoch)/\(since)/\(offset + page.count)" }
        if fault == .cursorOfTheEnd { next = "\(epoch)/\(newest)/0" }
        return Changes(
            changes: page.map { Change(kind: Open(rawValue: "thing"), id: $0.thing, isRemoved: $0.isRemoved) },
            cursor: next,
            hasMore: hasMore && fault != .cursorOfTheEnd
        )
    }
}
