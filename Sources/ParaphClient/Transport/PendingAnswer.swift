import Synchronization

/// The head of an answer, for the one who waits for it; whichever comes first.
final class PendingAnswer: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<TransportResponse, any Error>)
        case here(Result<TransportResponse, any Error>)
        case taken
    }

    private let state = Mutex(State.open)

    /// Hands the answer to the one who waits, at once where it is here; to be called once.
    func wait(_ continuation: CheckedContinuation<TransportResponse, any Error>) {
        let result: Result<TransportResponse, any Error>? = state.withLock { state in
            guard case .here(let result) = state else {
                state = .waiting(continuation)
                return nil
            }
            state = .taken
            return result
        }
        if let result { continuation.resume(with: result) }
    }

    /// Takes the answer, or why none comes; a second one changes nothing.
    func come(_ result: Result<TransportResponse, any Error>) {
        let continuation: CheckedContinuation<TransportResponse, any Error>? = state.withLock { state in
            switch state {
            case .open:
                state = .here(result)
                return nil
            case .waiting(let continuation):
                state = .taken
                return continuation
            case .here, .taken: return nil
            }
        }
        continuation?.resume(with: result)
    }
}
