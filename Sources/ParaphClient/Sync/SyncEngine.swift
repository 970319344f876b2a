import Foundation
import Logging
import ParaphWire

/// Keeps a store on this device as the server is, and sends what waits in it.
///
/// ```swift
/// let store = try await OfflineStore.open(in: folder, secrets: secrets)
/// let engine = SyncEngine(client: client, store: store)
/// async let following: Void = engine.run()
/// for await changes in store.changes() { … }
/// ```
/// The store's cursor is written in one transaction with what it leads to, so that whatever is interrupted loses nothing and repeats at most
/// what it had read. Nothing depends on the stream of events but how soon a change is here.
public actor SyncEngine {
    /// How often is looked where no event comes through.
    static let pulse = Duration.seconds(60)
    /// How many things are asked for at a time.
    private static let width = 4
    /// Of how many changes things are loaded together.
    private static let mostChanges = 5000

    let client: ParaphClient
    let store: OfflineStore
    private var failures = 0
    private var running: [Work: Task<Void, any Error>] = [:]

    /// What is done by one at a time; the others wait for it.
    enum Work: Hashable { case reading, sending }

    /// Makes an engine; one for a store.
    public init(client: ParaphClient, store: OfflineStore) {
        self.client = client
        self.store = store
    }

    /// Follows the server until the task is cancelled, also while people sign in and out; waits where there is no connection.
    public func run() async {
        failures = 0
        while !Task.isCancelled {
            do {
                try await waitForSession()
                let bell = Bell()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { [client] in try await Self.listen(client, bell) }
                    group.addTask { [client] in
                        while true {
                            try await client.caller.sleep(Self.pulse)
                            bell.ring()
                        }
                    }
                    group.addTask {
                        for await _ in bell.rings {
                            try await self.turn()
                            await self.noteSuccess()
                        }
                    }
                    defer {
                        bell.end()
                        group.cancelAll()
                    }
                    try await group.next()
                }
            } catch {
                failures += 1
                client.caller.logger.debug("following pauses", metadata: ["why": "\(error)"])
                try? await client.caller.sleep(Self.pause(after: failures))
            }
        }
    }

    /// Rings with each event; where no stream comes through it is tried again from time to time, and the pulse does meanwhile.
    private static func listen(_ client: ParaphClient, _ bell: Bell) async throws {
        var failures = 0
        while true {
            do {
                for try await _ in try await client.sync.events() {
                    failures = 0
                    bell.ring()
                }
            } catch let error as ClientError where error.code != .notSignedIn && error.status != 401 {
                failures += 1
            }
            try Task.checkCancellation()
            // The server ends a stream after some minutes, and says to come back after two seconds.
            try await client.caller.sleep(failures == 0 ? .seconds(2) : pause(after: failures))
        }
    }

    private static func pause(after failures: Int) -> Duration {
        RetryPolicy(attempts: .max, firstPause: .seconds(1), longestPause: pulse).pause(after: failures, asked: nil) ?? pulse
    }

    private func noteSuccess() { failures = 0 }

    /// Reads what changed, then sends what waits.
    private func turn() async throws {
        try await catchUp()
        try await sendWaiting()
    }

    private func waitForSession() async throws {
        for await session in await client.signIn.changes where session != nil { return }
        throw CancellationError()
    }

    /// Reads everything that changed since the last time; what runs already is waited for.
    ///
    /// - Throws: ``ClientError``: `notSignedIn`, `offline`, `storage`; what was read until then is kept.
    public func catchUp() async throws {
        try await alone(.reading) { try await self.readChanges() }
    }

    /// Does something that is done by one at a time.
    func alone(_ work: Work, _ body: @escaping @Sendable () async throws -> Void) async throws {
        if let task = running[work] { return try await task.value }
        let task = Task { try await body() }
        running[work] = task
        defer { running[work] = nil }
        try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    private func readChanges() async throws {
        guard let session = await client.caller.vault.session else { throw ClientError(.notSignedIn, "nobody is signed in here") }
        let person = session.personId
        try await store.hold(person)
        var (hasMore, anew) = (true, 0)
        // A server that begins anew again and again is left alone until the next turn.
        while hasMore, anew < 3 {
            try Task.checkCancellation()
            let cursor = try await store.cursor()
            let page = try await changes(after: cursor)
            let isAnew = page.isReset || cursor == nil
            anew += isAnew ? 1 : 0
            let difference = isAnew ? try await everything() : try await self.difference(of: page.changes)
            try await store.write(difference, cursor: page.cursor, of: person)
            if isAnew { store.tell([]) } else if !page.changes.isEmpty { store.tell(page.changes) }
            // What changed while the lists were loaded comes after the cursor, which was told before.
            hasMore = page.hasMore || isAnew
        }
    }

    /// What changed since, of several pages where there are: who was away for long loads what changed by lists.
    private func changes(after cursor: String?) async throws -> Changes {
        var page = try await client.sync.changes(after: cursor)
        while cursor != nil, page.hasMore, !page.isReset, page.changes.count < Self.mostChanges {
            let next = try await client.sync.changes(after: page.cursor)
            if next.isReset { return next }
            page = Changes(changes: page.changes + next.changes, cursor: next.cursor, hasMore: next.hasMore)
        }
        return page
    }

    private func everything() async throws -> OfflineStore.Difference {
        var difference = OfflineStore.Difference()
        difference.isWhole = true
        for type in Change.Kind.mirrored { difference.things += try await type.all(by: client) }
        return difference
    }

    private func difference(of changes: [Change]) async throws -> OfflineStore.Difference {
        var difference = OfflineStore.Difference()
        var single: [String: (change: Change, type: any SinglyMirrored.Type)] = [:]
        for change in changes {
            // A later server tells of kinds that this version does not know.
            guard let kind = change.kind.known else { continue }
            switch kind.mirroring {
            case .nothing: break
            // What changed several times is as its last change left it.
            case .singly(let type): single["\(kind.rawValue)/\(change.id)"] = (change, type)
            case .whole(let type):
                if difference.whole.insert(kind).inserted { difference.things += try await type.all(by: client) }
            }
        }
        for type in Change.Kind.singlyMirrored {
            let wanted = single.values.filter { $0.change.kind.known == type.kind && !$0.change.isRemoved }.map(\.change.id)
            let found = try await type.newest(Set(wanted), by: client)
            for thing in found { single["\(type.kind.rawValue)/\(thing.id)"] = nil }
            difference.things += found
        }
        try await withThrowingTaskGroup(of: State.self) { group in
            var running = 0
            for (change, type) in single.values {
                if running == Self.width, let state = try await group.next() {
                    running -= 1
                    difference.add(state)
                }
                group.addTask { [client] in try await Self.state(of: change, type, client) }
                running += 1
            }
            for try await state in group { difference.add(state) }
        }
        return difference
    }

    /// How a thing stands now.
    enum State: Sendable {
        case here(any Mirrored)
        case gone(Change.Kind, String)
    }

    private static func state<Thing: SinglyMirrored>(of change: Change, _ type: Thing.Type, _ client: ParaphClient) async throws -> State {
        if change.isRemoved { return .gone(type.kind, change.id) }
        do {
            return .here(try await type.find(change.id, by: client))
        } catch let error as ClientError where error.isProblem(.notFound) {
            // It went meanwhile, which a later change says too.
            return .gone(type.kind, change.id)
        }
    }
}

extension OfflineStore.Difference {
    fileprivate mutating func add(_ state: SyncEngine.State) {
        switch state {
        case .here(let thing): things.append(thing)
        case .gone(let kind, let id): removed.append((kind, id))
        }
    }
}

/// Rings that come together count as one.
private struct Bell: Sendable {
    let rings: AsyncStream<Void>
    private let bell: AsyncStream<Void>.Continuation

    init() {
        (rings, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        bell.yield()
    }

    func ring() { bell.yield() }
    func end() { bell.finish() }
}
