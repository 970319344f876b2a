public import Logging
public import ServiceLifecycle

/// Signs how far the ledger goes when a server starts, every hour, and when it stops.
public struct AuditCheckpoints: Service {
    private let ledger: AuditLedger
    private let logger: Logger
    private let period: Duration

    /// Makes the service.
    public init(ledger: AuditLedger, period: Duration = .seconds(3600), logger: Logger) {
        self.ledger = ledger
        self.period = period
        self.logger = logger
    }

    public func run() async throws {
        await checkpoint()
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: period)) != nil { await checkpoint() }
        }
        await checkpoint()
    }

    private func checkpoint() async {
        do {
            try await ledger.checkpoint()
        } catch {
            logger.error("the audit ledger has no new checkpoint", metadata: ["error": "\(error)"])
        }
    }
}
