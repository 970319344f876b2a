public import Logging
import ParaphStorage
public import ServiceLifecycle

/// Calls a domain's sweep again and again until the program stops: at its start, then every so often.
///
/// A turn does a bounded amount of work and says whether there is more; then the next follows at once. No fault stops it: what could not be
/// swept now is swept later.
public struct SweepService: Service, CustomStringConvertible {
    private let name: String
    private let interval: Duration
    private let logger: Logger
    private let turn: @Sendable () async throws -> Bool

    /// Makes the service of a sweep.
    ///
    /// - Parameters:
    ///   - name: What logs call it.
    ///   - interval: The pause once nothing is left.
    ///   - logger: Is told of faults.
    ///   - turn: Sweeps some; returns whether there is more.
    public init(name: String, interval: Duration = .seconds(600), logger: Logger, turn: @escaping @Sendable () async throws -> Bool) {
        self.name = name
        self.interval = interval
        self.logger = logger
        self.turn = turn
    }

    public var description: String { name }

    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await sweep()
                try? await Task.sleep(for: interval)
            }
        }
    }

    private func sweep() async {
        do {
            while try await turn(), !Task.isCancelled {}
        } catch is CancellationError {
            return
        } catch {
            let code = (error as? StorageError)?.code.description ?? ""
            logger.error("a sweep failed", metadata: ["sweep": "\(name)", "type": "\(type(of: error))", "code": "\(code)"])
        }
    }
}
