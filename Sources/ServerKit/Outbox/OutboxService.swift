public import Logging
public import ParaphStorage
public import ServiceLifecycle

/// Sends what waits in the outbox until the program stops, each lane by itself.
///
/// It wakes when an item is taken, on whichever node, and looks every few seconds besides, so that items whose sender died leave too.
/// No fault stops it: a database or a server that fails is asked again later.
public struct OutboxService: Service, CustomStringConvertible {
    /// How long a claimed item belongs to its sender; longer than any lane takes to give up.
    private static let leaseSeconds: Int64 = 300
    private static let pollInterval = Duration.seconds(5)
    /// How often is looked for more while items are sent.
    private static let lookInterval = Duration.milliseconds(250)
    /// The most seconds that the other side can have an item wait.
    private static let longestWait: Int64 = 86_400

    private let database: any Database
    private let outbox: Outbox
    private let lanes: [any OutboxLane]
    private let logger: Logger

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - database: Where items wait.
    ///   - outbox: What takes them.
    ///   - lanes: The ways out, of all domains.
    ///   - logger: Hears of failures; never of an address or a payload.
    public init(database: any Database, outbox: Outbox, lanes: [any OutboxLane], logger: Logger) {
        self.database = database
        self.outbox = outbox
        self.lanes = lanes
        self.logger = logger
    }

    /// What logs call it.
    public var description: String { "OutboxService" }

    public func run() async throws {
        await withTaskGroup { group in
            for lane in lanes { group.addTask { await run(lane) } }
        }
    }

    private func run(_ lane: any OutboxLane) async {
        let wakes = WakeUps()
        let turns = wakes.stream(for: Outbox.topic)
        let rings = database.wakeUps(for: Outbox.topic)
        await withTaskGroup { group in
            group.addTask {
                for await _ in rings.cancelOnGracefulShutdown() { wakes.wake(Outbox.topic) }
            }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    while !Task.isCancelled {
                        wakes.wake(Outbox.topic)
                        try? await Task.sleep(for: Self.pollInterval)
                    }
                }
            }
            for await _ in turns.cancelOnGracefulShutdown() {
                await sendDueLogging(lane)
            }
            group.cancelAll()
        }
    }

    private func sendDueLogging(_ lane: any OutboxLane) async {
        do {
            while try await sendDue(lane) > 0, !Task.isCancelled, !Task.isShuttingDownGracefully {}
            try await database.write(outbox.purge)
        } catch {
            logger.error("the outbox cannot be read or written", metadata: ["lane": "\(lane.name)", "error": "\(error)"])
        }
    }

    /// Sends the items of a lane that are due, as many at a time as leave together; others take the places of those that left, so that one that is slow
    /// holds up no other.
    ///
    /// - Returns: How many were due.
    func sendDue(_ lane: any OutboxLane) async throws -> Int {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            var (count, running) = (0, 0)
            var (isLooking, isWaiting) = (true, false)
            while true {
                if isLooking || running <= lane.width / 2, running < lane.width, !Task.isShuttingDownGracefully {
                    let claims = try await database.write { [outbox, running] in
                        try outbox.claim(lane, atMost: lane.width - running, leaseSeconds: Self.leaseSeconds, in: $0)
                    }
                    for claim in claims {
                        group.addTask {
                            try await send(claim, by: lane)
                            return true
                        }
                    }
                    (count, running) = (count + claims.count, running + claims.count)
                }
                guard running > 0 else { break }
                if !isWaiting {
                    // What comes meanwhile does not wait for what hangs.
                    group.addTask {
                        try? await Task.sleep(for: Self.lookInterval)
                        return false
                    }
                    isWaiting = true
                }
                let isSent = try await group.next() ?? true
                isLooking = !isSent
                if isSent { running -= 1 } else { isWaiting = false }
            }
            group.cancelAll()
            return count
        }
    }

    private func send(_ claim: Outbox.Claim, by lane: any OutboxLane) async throws {
        do {
            guard let item = claim.item else {
                throw DeliveryError(isFinal: true, "the stored item cannot be opened; was the root key replaced?")
            }
            try await lane.deliver(item)
        } catch {
            return try await fail(claim, of: lane, with: error as? DeliveryError ?? DeliveryError(isFinal: false, "\(type(of: error))"))
        }
        try await database.write { [outbox] in try outbox.finish(claim, in: $0) }
    }

    private func fail(_ claim: Outbox.Claim, of lane: any OutboxLane, with error: DeliveryError) async throws {
        let metadata: Logger.Metadata = [
            "lane": "\(lane.name)", "item": "\(claim.id)", "attempt": "\(claim.attempt)", "error": "\(error)",
        ]
        if !error.isFinal, let delay = lane.schedule.delay(after: claim.attempt, of: claim.id) {
            logger.warning("an item could not be sent yet", metadata: metadata)
            let wait = max(delay, min(error.retryAfter ?? 0, Self.longestWait) * 1000)
            try await database.write { [outbox] in
                try outbox.postpone(claim, milliseconds: wait, failure: error.description, in: $0)
            }
        } else {
            logger.error("an item was given up", metadata: metadata)
            try await database.write { [outbox] tx in
                guard try outbox.bury(claim, failure: error.description, in: tx), let item = claim.item else { return }
                try lane.giveUp(item, in: tx)
            }
        }
    }
}
