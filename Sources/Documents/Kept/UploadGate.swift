import Synchronization

/// Knows whose pieces are on their way to this node: one of a document at a time, and few of a person.
///
/// What is stored of them and claimed by no row is in nobody's quota; so it stays little.
final class UploadGate: Sendable {
    private struct State {
        var documents: Set<String> = []
        var people: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Takes a place for a piece, which is left by ``leave(_:_:)``; says whether there was one.
    func enter(_ keptID: String, _ personID: String) -> Bool {
        state.withLock { state in
            guard state.people[personID, default: 0] < KeptLimits.pieces, state.documents.insert(keptID).inserted else { return false }
            state.people[personID, default: 0] += 1
            return true
        }
    }

    /// Leaves the place of a piece.
    func leave(_ keptID: String, _ personID: String) {
        state.withLock { state in
            state.documents.remove(keptID)
            let left = (state.people[personID] ?? 1) - 1
            state.people[personID] = left > 0 ? left : nil
        }
    }
}
