public import Hummingbird
import HummingbirdCore
import Identity
import Logging
import NIOCore
import ParaphStorage
public import ServerKit
import ServiceLifecycle
import UnixSignals
import WebUI

extension Node {
    /// The largest body that any call takes, in bytes.
    static let bodyLimit = 16 * 1024 * 1024

    /// The server of this node with everything it answers.
    ///
    /// - Throws: ``ConfigurationError`` where the TLS files cannot be read.
    public func application(
        listening: @escaping @Sendable (_ port: Int) -> Void = { _ in }
    ) async throws -> Application<RouterResponder<ParaphContext>> {
        let metrics = Metrics()
        let wiring = try Wiring(node: self, metrics: metrics)
        let router = Router(context: ParaphContext.self, options: .autoGenerateHeadEndpoints)
        let allowedMethods = AllowedMethods()
        let cookie = SessionCookie(site: configuration.site)
        ProcessMetrics.add(to: metrics)
        let connections = try connectionRegister()
        connections.add(to: metrics)
        let limiter = configuration.rateLimits.map { RateLimiter(database: database, limits: $0, time: time) }
        router.middlewares.add(MetricsMiddleware(metrics: metrics))
        router.middlewares.add(RequestLogMiddleware())
        router.middlewares.add(SecurityHeadersMiddleware(site: configuration.site))
        router.middlewares.add(ProblemMiddleware(page: wiring.pages.problemPage))
        router.middlewares.add(allowedMethods)
        router.middlewares.add(
            AddressLimitMiddleware(limiter: limiter, proxies: configuration.trustedProxies, dialects: Wiring.registered.dialects)
        )
        router.middlewares.add(RequestsInFlightMiddleware(register: connections, dialects: Wiring.registered.dialects))
        router.middlewares.add(BodyLimitMiddleware(limit: Self.bodyLimit))
        router.middlewares.add(CrossSiteMiddleware(site: configuration.site))
        router.middlewares.add(AuthenticationMiddleware(authenticator: wiring.identity.authenticator, cookie: cookie))
        router.middlewares.add(TokenScopeMiddleware(scopes: Wiring.registered.scopes))
        router.middlewares.add(wiring.identity.appKeys)
        router.middlewares.add(PartyLimitMiddleware(dialects: Wiring.registered.dialects))
        HealthRoutes(database: database).add(to: router)
        MetricsRoute(metrics: metrics, token: configuration.metricsToken).add(to: router)
        OpenAPIRoute(domains: Wiring.registered).add(to: router)
        ProblemsRoute().add(to: router)
        for domain in wiring.domains { domain.addRoutes(to: router) }
        wiring.pages.addRoutes(to: router)
        allowedMethods.learn(router.routes)
        let responder = router.buildResponder()
        wiring.api.answer(with: responder)
        let tls = try configuration.tls.map { try TLSListener(files: $0, connections: connections, logger: logger) }
        return Application(
            responder: responder,
            server: tls?.server ?? TLSListener.plain(connections),
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: configuration.port),
                serverName: nil,
                backlog: 1024,
                availableConnectionsDelegate: connections.gatekeeper
            ),
            services: wiring.services + upkeep + [tls?.reloader, limiter.map(sweep)].compactMap(\.self),
            onServerRunning: { [logger] channel in
                await connections.watch(channel)
                let port = channel.localAddress?.port ?? 0
                logger.notice("listening", metadata: ["port": "\(port)"])
                listening(port)
            },
            logger: logger
        )
    }

    /// Counts the connections of this node.
    private func connectionRegister() throws -> ConnectionRegister {
        guard descriptors.isEnough else {
            let problem =
                "is \(descriptors.connections) here, for the process may open \(descriptors.limit) files; have LimitNOFILE (ulimit -n) raised"
            throw ConfigurationError(setting: "max-connections", problem: problem)
        }
        let limits = ConnectionLimits(total: descriptors.connections)
        logger.info(
            "connections",
            metadata: ["most": "\(limits.total)", "ofOneClient": "\(limits.perNetwork)", "files": "\(descriptors.limit)"]
        )
        return ConnectionRegister(limits: limits, proxies: configuration.trustedProxies, logger: logger)
    }

    /// Forgets addresses whose limits are full again.
    private func sweep(_ limiter: RateLimiter) -> any Service {
        SweepService(name: "rate limits", interval: .seconds(60), logger: logger) { try await limiter.sweep() }
    }

    /// What looks after the instance while it serves.
    private var upkeep: [any Service] {
        let blobs = OrphanedBlobSweep(database: database, blobs: blobs, time: time, logger: logger)
        let services: [any Service] = [
            AuditCheckpoints(ledger: auditLedger, logger: logger),
            SweepService(name: "OrphanedBlobSweep", logger: logger) { try await blobs.turn() },
            SweepService(name: "ErasureSweep", logger: logger) { [database, time] in
                let (kinds, limit) = (Wiring.registered.erasureKinds, 200)
                return try await database.write { try ErasureStore.deleteOld(of: kinds, at: time.now(), limit: limit, in: $0) } == limit
            },
        ]
        return services + (configuration.backup.map { [BackupSchedule(node: self, plan: $0, logger: logger)] } ?? [])
    }

    /// Serves until SIGTERM or SIGINT, then lets what runs finish, for at most eight seconds, and closes the database.
    ///
    /// - Parameter listening: Told the port as soon as requests are taken, with a way to end the serving.
    /// - Throws: what keeps the node from serving, such as a port that is taken.
    public func serve(listening: (@Sendable (_ port: Int, _ stop: @escaping @Sendable () -> Void) async -> Void)? = nil) async throws {
        let ports = AsyncStream<Int>.makeStream()
        var group = ServiceGroupConfiguration(
            services: [try await application { ports.continuation.yield($0) }],
            gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger
        )
        group.maximumGracefulShutdownDuration = .seconds(8)
        let services = ServiceGroup(configuration: group)
        let telling = Task {
            for await port in ports.stream {
                await listening?(port) { Task { await services.triggerGracefulShutdown() } }
            }
        }
        defer { telling.cancel() }
        do {
            try await services.run()
        } catch {
            await close()
            throw error
        }
        await close()
        logger.notice("stopped")
    }
}
