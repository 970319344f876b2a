import Synchronization

/// Lets so many files be open at a time; further callers wait a while for one to be closed.
final class OpenFiles: Sendable {
    /// The right to have a file open, given back when the last reference to it goes.
    final class Permit: Sendable {
        private let files: OpenFiles

        fileprivate init(_ files: OpenFiles) { self.files = files }

        deinit { files.giveBack() }
    }

    private struct State {
        var free: Int
        var number = 0
        /// Who waits, in the order in which they came.
        var waiting: [(number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
    }

    private let state: Mutex<State>
    private let patience: Duration

    init(most: Int, patience: Duration) {
        state = Mutex(State(free: most))
        self.patience = patience
    }

    /// Waits for the right to open a file.
    ///
    /// - Throws: ``StorageError`` of code `busy` where none was closed for as long as is waited.
    func permit() async throws -> Permit {
        let isFree = state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
        if isFree { return Permit(self) }
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let clock = Task { [patience] in
            try await Task.sleep(for: patience)
            state.withLock { Self.remove(number, &$0) }?.resume(returning: false)
        }
        defer { clock.cancel() }
        let isGiven = await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiting.append((number, continuation))
                return false
            }
            if isFree { continuation.resume(returning: true) }
        }
        guard isGiven else { throw StorageError(.busy, "too many blobs are open") }
        return Permit(self)
    }

    private static func remove(_ number: Int, _ state: inout State) -> CheckedContinuation<Bool, Never>? {
        guard let index = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
        return state.waiting.remove(at: index).continuation
    }

    private func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume(returning: true)
    }
}
