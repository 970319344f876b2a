import NIOCore
import Synchronization

/// One open connection, as those see it who decide which one has to go.
final class Connection: Sendable {
    /// What a connection is doing.
    enum Phase: Hashable {
        /// It shakes hands, or sends the head of its first request.
        case opening
        /// It sends the head of a further request.
        case heading
        /// It has been answered and asks nothing.
        case idle
        /// A request is read or answered.
        case busy
    }

    struct State {
        var phase = Phase.opening
        var since: NIODeadline
        /// The requests that are read or answered.
        var requests = 0
        /// Those of them whose client has used up more than half of the patience.
        var slow = 0

        /// In which turn it is closed where room is needed; `nil` where it is not.
        ///
        /// An honest client sends a head at once, but one of its many connections may not have had the time.
        func dispensability(ofMany: Bool, at now: NIODeadline) -> Int? {
            switch phase {
            case .idle: 0
            case .opening, .heading: now - since > .seconds(1) ? 1 : ofMany ? 3 : nil
            case .busy: slow >= requests ? 2 : nil
            }
        }

        /// Whether it has been in its phase for too long.
        func isOverdue(at now: NIODeadline, limits: ConnectionLimits) -> Bool {
            switch phase {
            case .opening, .heading: now - since > limits.headTime
            case .idle: now - since > limits.idleTime
            case .busy: false
            }
        }

        fileprivate mutating func enter(_ phase: Phase) {
            (self.phase, since) = (phase, .now())
        }
    }

    /// Asks a connection to close at once if it is still as it was when that was decided.
    struct CloseRequest: Sendable {
        /// `nil` where it has to go anyway.
        let since: NIODeadline?
    }

    /// Who is counted for it; `nil` for a trusted proxy, whose clients are counted by their requests.
    let network: String?
    private let channel: any Channel
    private let state: Mutex<State>

    init(_ channel: any Channel, network: String?) {
        self.channel = channel
        self.network = network
        state = Mutex(State(since: .now()))
    }

    var current: State { state.withLock { $0 } }

    func began() {
        state.withLock { state in
            state.requests += 1
            if state.phase != .busy { state.enter(.busy) }
        }
    }

    func ended() {
        state.withLock { state in
            state.requests -= 1
            if state.requests <= 0 { state.enter(.idle) }
        }
    }

    func became(slow: Bool) {
        state.withLock { $0.slow += slow ? 1 : -1 }
    }

    /// Notes that bytes came: where nothing was asked, a head begins.
    func bytesCame() {
        state.withLock { if $0.phase == .idle { $0.enter(.heading) } }
    }

    /// Has the connection closed where it is still in the phase that it was in at `since`.
    func close(stillSince since: NIODeadline?) {
        channel.pipeline.fireUserInboundEventTriggered(CloseRequest(since: since))
    }
}
