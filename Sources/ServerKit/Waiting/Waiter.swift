import Synchronization

/// One who waits for an answer that another task gives; the first answer counts.
final class Waiter<Answer: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Answer, Never>)
        /// Answered before its caller waited.
        case answered(Answer)
        case done
    }

    private let state = Mutex(State.new)

    /// Gives the answer.
    ///
    /// - Returns: whether it is the one that counts.
    @discardableResult
    func answer(_ answer: Answer) -> Bool {
        let (counts, continuation) = state.withLock { state -> (Bool, CheckedContinuation<Answer, Never>?) in
            switch state {
            case .new:
                state = .answered(answer)
                return (true, nil)
            case .waiting(let continuation):
                state = .done
                return (true, continuation)
            case .answered, .done:
                return (false, nil)
            }
        }
        continuation?.resume(returning: answer)
        return counts
    }

    /// Waits for the answer, once; it is `otherwise` after that time, and where the task is cancelled.
    func value(within patience: Duration?, otherwise: Answer) async -> Answer {
        let clock = patience.map { patience in
            Task {
                try await Task.sleep(for: patience)
                answer(otherwise)
            }
        }
        defer { clock?.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Answer? in
                    guard case .answered(let answer) = state else {
                        state = .waiting(continuation)
                        return nil
                    }
                    state = .done
                    return answer
                }
                if let given { continuation.resume(returning: given) }
            }
        } onCancel: {
            answer(otherwise)
        }
    }
}
