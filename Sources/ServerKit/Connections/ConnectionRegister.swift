public import HummingbirdCore
public import Logging
import NIOCore
import Synchronization

/// The connections that are open: how many, whose, and which of them goes where there is no room.
///
/// Accepting pauses at the bound; what comes meanwhile waits in the kernel. Near the bound connections are closed that wait for nothing, then
/// those that hold back the head of a request, then those that are slow, the longest first; never one that is being answered. Clients who
/// have many come first: as long as they have one that can go, no other's is closed.
public final class ConnectionRegister: Sendable {
    private struct State {
        var accepted = 0
        var open: [ObjectIdentifier: Connection] = [:]
        var networks: [String: Network] = [:]
        /// Requests that are being answered, by whose they are.
        var requests: [String: Int] = [:]
        var refused = 0
        var closed = 0
        var lastWarning: NIODeadline?
    }

    private struct Network {
        var open: [ObjectIdentifier: Connection] = [:]
        /// Until then none of its connections can be closed for another.
        var nothingBefore: NIODeadline?
    }

    let limits: ConnectionLimits
    private let proxies: TrustedProxies
    private let logger: Logger
    private let state = Mutex(State())

    /// Makes the register of a node.
    public init(limits: ConnectionLimits, proxies: TrustedProxies, logger: Logger) {
        (self.limits, self.proxies, self.logger) = (limits, proxies, logger)
    }

    /// Tells what is counted.
    public func add(to metrics: Metrics) {
        metrics.gauge(.init("paraph_connections", "Connections that are open.")) { Double(self.state.withLock { $0.accepted }) }
        metrics.gauge(.init("paraph_connections_refused_total", "Connections refused to clients who had all theirs."), grows: true) {
            Double(self.state.withLock { $0.refused })
        }
        metrics.gauge(.init("paraph_connections_closed_total", "Connections closed for being late, or to make room."), grows: true) {
            Double(self.state.withLock { $0.closed })
        }
    }

    // MARK: - Connections

    var isFull: Bool { state.withLock { $0.accepted >= limits.total } }

    func accepted() { state.withLock { $0.accepted += 1 } }

    func gone() { state.withLock { $0.accepted -= 1 } }

    /// Takes a connection in; `nil` where its client has as many as it may, none of which can go.
    func admit(_ channel: any Channel) -> Connection? {
        let address = channel.remoteAddress?.ipAddress
        let network = address.flatMap { proxies.contains($0) ? nil : ClientNetwork.of($0) }
        let connection = Connection(channel, network: network)
        let now = NIODeadline.now()
        let (isAdmitted, other) = state.withLock { state -> (Bool, Candidate?) in
            var other: Candidate?
            if let network, let theirs = state.networks[network], theirs.open.count >= limits.perNetwork {
                other =
                    theirs.nothingBefore.map { $0 > now } == true
                    ? nil : Self.dispensable(theirs.open.values, ofMany: false, now).min(by: Candidate.comesFirst)
                guard let other else {
                    state.networks[network]?.nothingBefore = now + .milliseconds(250)
                    state.refused += 1
                    return (false, nil)
                }
                // It is as good as closed; so many of one client close that another one may come meanwhile.
                state.networks[network]?.open[ObjectIdentifier(other.connection)] = nil
                state.closed += 1
            }
            state.open[ObjectIdentifier(connection)] = connection
            if let network { state.networks[network, default: Network()].open[ObjectIdentifier(connection)] = connection }
            return (true, other)
        }
        other?.close()
        return isAdmitted ? connection : nil
    }

    func leave(_ connection: Connection) {
        state.withLock { state in
            state.open[ObjectIdentifier(connection)] = nil
            guard let network = connection.network else { return }
            state.networks[network]?.open[ObjectIdentifier(connection)] = nil
            if state.networks[network]?.open.isEmpty == true { state.networks[network] = nil }
        }
    }

    /// Closes what is late.
    func closeOverdue() {
        let now = NIODeadline.now()
        let open = state.withLock { Array($0.open.values) }
        close(
            open.compactMap { connection in
                let current = connection.current
                return current.isOverdue(at: now, limits: limits) ? Candidate(connection: connection, since: current.since, rank: 0) : nil
            }
        )
    }

    /// Closes some of those that can go where the bound is near.
    func makeRoom() {
        let now = NIODeadline.now()
        let (excess, many, others) = state.withLock { state -> (Int, [Connection], [Connection]) in
            let excess = state.accepted - limits.tight
            guard excess > 0 else { return (0, [], []) }
            let many = state.networks.values.filter { $0.open.count > limits.many }.flatMap { $0.open.values }
            let others = state.open.values.filter { $0.network.flatMap { state.networks[$0]?.open.count } ?? 0 <= limits.many }
            return (excess, many, others)
        }
        guard excess > 0 else { return }
        var candidates = Self.dispensable(many, ofMany: true, now)
        if candidates.isEmpty { candidates = Self.dispensable(others, ofMany: false, now) }
        let gone = candidates.sorted(by: Candidate.comesFirst).prefix(excess)
        close(gone)
        warn(closing: gone.count, now)
    }

    private func close(_ candidates: some Collection<Candidate>) {
        guard !candidates.isEmpty else { return }
        state.withLock { $0.closed += candidates.count }
        for candidate in candidates { candidate.close() }
    }

    private func warn(closing count: Int, _ now: NIODeadline) {
        let isDue = state.withLock { state in
            if let last = state.lastWarning, now - last < .minutes(1) { return false }
            state.lastWarning = now
            return true
        }
        guard isDue else { return }
        logger.warning("connections are near their bound", metadata: ["most": "\(limits.total)", "closed": "\(count)"])
    }

    /// A connection that can go, as it was when that was found.
    private struct Candidate {
        let connection: Connection
        let since: NIODeadline
        let rank: Int

        func close() { connection.close(stillSince: since) }

        static func comesFirst(_ one: Candidate, _ other: Candidate) -> Bool { (one.rank, one.since) < (other.rank, other.since) }
    }

    private static func dispensable(_ connections: some Sequence<Connection>, ofMany: Bool, _ now: NIODeadline) -> [Candidate] {
        connections.compactMap { connection in
            let current = connection.current
            return current.dispensability(ofMany: ofMany, at: now).map { Candidate(connection: connection, since: current.since, rank: $0) }
        }
    }

    // MARK: - Requests

    /// Counts a request of a client until ``ended(_:)``, and says whether it has room for one more.
    func began(_ network: String) -> Bool {
        state.withLock { state in
            guard state.requests[network, default: 0] < limits.perNetwork else { return false }
            state.requests[network, default: 0] += 1
            return true
        }
    }

    func ended(_ network: String) {
        state.withLock { state in
            let left = (state.requests[network] ?? 1) - 1
            state.requests[network] = left > 0 ? left : nil
        }
    }
}

extension ConnectionRegister {
    /// Tells the server when to accept.
    public var gatekeeper: some AvailableConnectionsDelegate { Gatekeeper(register: self) }

    private struct Gatekeeper: AvailableConnectionsDelegate {
        let register: ConnectionRegister

        func connectionOpened() { register.accepted() }
        func connectionClosed() { register.gone() }
        func isAcceptingNewConnections() -> Bool { !register.isFull }
    }
}
