import ParaphStorage
import Synchronization

@testable import Identity

/// A database in which something happens before a transaction of a number.
final class InterruptedDatabase: Database {
    private let base: any Database
    private let number: Int
    private let happening: @Sendable () async throws -> Void
    private let writes = Mutex(0)

    init(_ base: any Database, before number: Int, _ happening: @escaping @Sendable () async throws -> Void) {
        (self.base, self.number, self.happening) = (base, number, happening)
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (any ReadTransaction) throws -> Value) async throws -> Value {
        try await base.read(body)
    }

    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any WriteTransaction) throws -> Value) async throws -> Value {
        let write = writes.withLock { writes in
            writes += 1
            return writes
        }
        if write == number { try await happening() }
        return try await base.write(body)
    }

    func migrate(_ migrations: [Migration]) async throws { try await base.migrate(migrations) }
    func pending(_ migrations: [Migration]) async throws -> [Migration] { try await base.pending(migrations) }
    func tables() async throws -> [TableShape] { try await base.tables() }
    func wakeUps(for topic: Topic) -> AsyncStream<Void> { base.wakeUps(for: topic) }
    func close() async { await base.close() }
}

extension IdentityEnvironment {
    /// The same on another database.
    func working(on database: any Database) -> IdentityEnvironment {
        IdentityEnvironment(
            database: database,
            keys: keys,
            blobs: blobs,
            verifier: verifier,
            mailer: mailer,
            alerts: alerts,
            texts: texts,
            time: time,
            site: site,
            settings: settings,
            logger: logger,
            metrics: metrics,
            computeLimiter: computeLimiter,
            passwordLimiter: passwordLimiter,
            callbacks: callbacks,
            domains: domains,
            people: people
        )
    }
}
