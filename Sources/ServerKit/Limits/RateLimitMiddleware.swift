public import Hummingbird

/// Counts each request of an address before anything else is done for it; see ``RateLimits``.
///
/// Health checks are not counted, nor is what our own pages ask in process.
public struct AddressLimitMiddleware: RouterMiddleware {
    private let limiter: RateLimiter?
    private let proxies: TrustedProxies

    /// Makes the middleware; without a limiter everybody passes.
    public init(limiter: RateLimiter?, proxies: TrustedProxies) {
        self.limiter = limiter
        self.proxies = proxies
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.clientAddress = context.peerAddress.map { peer in
            proxies.client(peer: peer, forwardedFor: request.headers[values: .forwardedFor])
        }
        guard !context.isInProcess, !["/healthz", "/readyz", "/metrics"].contains(request.uri.path) else {
            return try await next(request, context)
        }
        context.limiter = limiter
        if let address = context.clientAddress { try await context.admit(.address(ClientNetwork.of(address))) }
        return try await next(request, context)
    }
}

/// Counts the requests of each person, and what strangers change; stands inside the authentication.
public struct PartyLimitMiddleware: RouterMiddleware {
    public init() {}

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        if let principal = context.principal {
            try await context.admit(.person(principal.personID))
        } else if context.appID == nil, ![.get, .head].contains(request.method), let address = context.clientAddress {
            try await context.admit(.stranger(ClientNetwork.of(address)))
        }
        return try await next(request, context)
    }
}

extension ParaphContext {
    /// Counts this request for a party too.
    ///
    /// - Throws: a `tooMany` ``ParaphWire/Problem`` that says when to come again.
    public func admit(_ party: RateLimits.Party) async throws {
        try await limiter?.admit(party)
    }
}
