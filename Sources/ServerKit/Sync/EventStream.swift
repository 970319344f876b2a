import HTTPTypes
import Hummingbird
import NIOCore
import ParaphStorage
import ServiceLifecycle

/// Tells clients by server-sent events (HTML Standard, 9.2) that something changed for them, so that they need not ask again and again.
///
/// An event says nothing else: what changed is asked with the client's own cursor, which loses nothing where an event was lost.
struct EventStream: Sendable {
    /// How long a stream lasts: then the client comes back and shows again who it is.
    static let length: Duration = .seconds(300)
    /// How often a line is sent where nothing happens: proxies end what is silent, and a lost ring is found.
    static let pulse: Duration = .seconds(20)
    /// The least time between two lines, so that no stream gathers more than 1,500 of them.
    static let pause: Duration = .milliseconds(200)
    /// How many streams a person has open at a time, and a node.
    static let mostOfPerson = 16
    static let most = 20_000

    let database: any Database
    private let limiter = ConcurrencyLimiter(.init(width: most))

    init(database: any Database) {
        self.database = database
    }

    /// How many streams are open on this node.
    var openStreams: Int { limiter.load.used }

    /// Answers with a stream of a person's events: one with each change, rings that come together as one.
    ///
    /// It ends once the person is signed out, which rings too: what a stranger listens to tells when the person does something.
    func answer(for personID: String, while isSignedIn: @escaping @Sendable () async throws -> Bool = { true }) async throws -> Response {
        // Listening begins before the answer does: a client that has its head misses nothing that changes from then on.
        let rings = database.wakeUps(for: ChangeLog.topic(of: personID))
        let count = try await count(of: personID)
        let (lines, line) = AsyncStream<ByteBuffer>.makeStream()
        let following = Task {
            defer { line.finish() }
            line.yield(ByteBuffer(string: "retry: 2000\n\n"))
            do {
                try await limiter.run(1, at: [ConcurrencyLimiter.Place(of: personID, most: Self.mostOfPerson)]) {
                    try await follow(personID, from: count, rings, while: isSignedIn) { line.yield(ByteBuffer(string: $0)) }
                }
            } catch is ConcurrencyLimiter.Refusal {
                line.yield(ByteBuffer(string: "retry: 60000\n\n"))
            }
        }
        line.onTermination = { _ in following.cancel() }
        return Response(status: .ok, headers: Self.headers, body: ResponseBody(asyncSequence: lines))
    }

    private static let headers: HTTPFields = {
        var headers: HTTPFields = [.contentType: "text/event-stream; charset=utf-8", .cacheControl: "no-store"]
        // nginx would gather what is sent.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        return headers
    }()

    private func count(of personID: String) async throws -> Int64 {
        try await database.read { try ChangeLog.count(of: personID, in: $0) }
    }

    /// Looks at the person's clock whenever it rings, and besides from time to time, until the stream's time is over.
    private func follow(
        _ personID: String,
        from count: Int64,
        _ rings: AsyncStream<Void>,
        while isSignedIn: @Sendable () async throws -> Bool,
        _ write: @Sendable (String) -> Void
    ) async throws {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in rings { signal.yield() }
                signal.finish()
            }
            group.addTask {
                let end = ContinuousClock.now + Self.length
                while ContinuousClock.now < end {
                    try await Task.sleep(for: Self.pulse)
                    signal.yield()
                }
                signal.finish()
            }
            group.addTask {
                try await gracefulShutdown()
                signal.finish()
            }
            var seen = count
            for await _ in signals {
                guard try await isSignedIn() else { break }
                let now = try await self.count(of: personID)
                write(now == seen ? ":\n\n" : "data: changed\n\n")
                seen = now
                try await Task.sleep(for: Self.pause)
            }
            group.cancelAll()
        }
    }
}
