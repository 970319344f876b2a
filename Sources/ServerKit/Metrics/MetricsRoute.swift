import HTTPTypes
public import Hummingbird
import ParaphStorage
import ParaphWire

/// `/metrics`: what the node counts, for its operator.
///
/// Told to a request that comes from this machine itself and through no proxy, and to one that shows the token of the setting
/// `metricsToken` (RFC 6750); for everybody else the address does not exist.
public struct MetricsRoute: Sendable {
    private let metrics: Metrics
    private let token: SecretHash?

    /// Makes the route.
    ///
    /// - Parameters:
    ///   - metrics: What is told.
    ///   - token: The bearer token of callers from elsewhere; `nil` refuses them.
    public init(metrics: Metrics, token: String?) {
        self.metrics = metrics
        self.token = token.map(SecretHash.init(of:))
    }

    /// Adds the route.
    public func add(to router: Router<ParaphContext>) {
        router.get("/metrics") { [self] request, context -> Response in
            guard mayAsk(request, context) else { throw Problem.notFound("address") }
            return Response(
                status: .ok,
                headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: metrics.exposition))
            )
        }
    }

    private func mayAsk(_ request: Request, _ context: ParaphContext) -> Bool {
        if let header = request.headers[.authorization], header.lowercased().hasPrefix("bearer "), let token {
            return SecretHash(of: String(header.dropFirst(7))) == token
        }
        let isForwarded = request.headers[.forwardedFor] != nil || request.headers[.forwarded] != nil
        return !isForwarded && context.peerAddress.map { $0 == "::1" || $0.hasPrefix("127.") } == true
    }
}

extension HTTPField.Name {
    static let forwarded = Self(known: "Forwarded")
}
