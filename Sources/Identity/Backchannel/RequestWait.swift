import HTTPTypes
import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit
import ServiceLifecycle

/// Holds the question of a client until the person answers (CIBA Core 1.0, section 10.1: long polling), for those who wish it by `Prefer: wait=…` (RFC 7240,
/// section 4.3).
///
/// What waits costs no connection to the database. It is let go when the request ends, on whichever node, when the time is over, and when the
/// server stops; where too many wait, the answer comes at once.
struct RequestWait: Sendable {
    let environment: IdentityEnvironment

    /// How many questions are held on a node, and for a client on it.
    static let (most, mostOfClient) = (1000, 50)
    /// How often a held question is looked at anew, for rings can be lost.
    private static let pulse = Duration.seconds(5)

    /// How long a client wants to wait.
    struct Patience: Hashable, Sendable {
        /// 1 … 30.
        let seconds: Int

        /// How long one waits at most, in seconds.
        static let longest = 30

        init(seconds: Int) { self.seconds = min(max(seconds, 1), Self.longest) }

        /// Reads the header; `nil` where it says nothing of it.
        init?(of request: Request) {
            guard let name = HTTPField.Name("Prefer") else { return nil }
            let preferences = request.headers[values: name].flatMap { $0.split(separator: ",") }
            let wait = preferences.lazy.map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }.first { $0.hasPrefix("wait=") }
            guard let wait, let seconds = Int(wait.dropFirst("wait=".count)), seconds > 0 else { return nil }
            self.init(seconds: seconds)
        }
    }

    /// An answer that is not open any more, or what is there when the time is over; who looks is told whether it is the first time for this question.
    func answer<Answer: Sendable>(
        about requestID: String,
        for clientID: String,
        within patience: Patience,
        _ look: @Sendable (_ isFirst: Bool) async throws -> Answer,
        isOpen: @Sendable (Answer) -> Bool
    ) async throws -> Answer {
        // Listening begins before the first look, so that no end is missed between the two.
        let rings = environment.database.wakeUps(for: ClientRequestStore.topic(of: requestID))
        var answer = try await look(true)
        guard isOpen(answer) else { return answer }
        let end = ContinuousClock.now + .seconds(patience.seconds)
        let place = ConcurrencyLimiter.Place(of: clientID, most: Self.mostOfClient)
        do {
            try await environment.waits.run(1, at: [place], waits: false) {
                for await _ in Self.signals(rings, until: end) {
                    answer = try await look(false)
                    if !isOpen(answer) { return }
                }
            }
        } catch is ConcurrencyLimiter.Refusal {}
        return answer
    }

    /// One signal for each ring and pulse, until a moment or the end of the server.
    private static func signals(_ rings: AsyncStream<Void>, until end: ContinuousClock.Instant) -> AsyncStream<Void> {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let following = Task {
            await cancelWhenGracefulShutdown {
                await withTaskGroup { group in
                    group.addTask { for await _ in rings { signal.yield() } }
                    group.addTask {
                        while ContinuousClock.now < end {
                            try? await Task.sleep(until: min(end, ContinuousClock.now + pulse))
                            if Task.isCancelled { return }
                            signal.yield()
                        }
                    }
                    await group.next()
                    group.cancelAll()
                }
            }
            signal.finish()
        }
        signal.onTermination = { _ in following.cancel() }
        return signals
    }
}
