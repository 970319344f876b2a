public import Hummingbird
import ParaphWire

/// Counts each request of an address before anything else is done for it; see ``RateLimits``.
///
/// Health checks are not counted, nor is what our own pages ask in process.
public struct AddressLimitMiddleware: RouterMiddleware {
    private let limiter: RateLimiter?
    private let proxies: TrustedProxies
    private let dialects: Set<String>

    /// Makes the middleware; without a limiter everybody passes.
    ///
    /// Calls whose path begins with one of `dialects` answer a refusal in their own form: they find it in ``ParaphContext/overLimit``.
    public init(limiter: RateLimiter?, proxies: TrustedProxies, dialects: Set<String> = []) {
        self.limiter = limiter
        self.proxies = proxies
        self.dialects = dialects
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
        if let address = context.clientAddress {
            do {
                try await context.admit(.address(ClientNetwork.of(address)))
            } catch let problem as Problem where dialects.contains(request.firstPathPart) {
                context.overLimit = problem
            }
        }
        return try await next(request, context)
    }
}

/// Counts the requests of each person, and what strangers change; stands inside the authentication.
///
/// Strangers count by address even where an app shows its key, for keys of apps in a store are no secret; `dialects` count theirs themselves.
public struct PartyLimitMiddleware: RouterMiddleware {
    private let dialects: Set<String>

    /// Makes the middleware.
    public init(dialects: Set<String> = []) {
        self.dialects = dialects
    }

    public func handle(
        _ request: Request,
        context: ParaphContext,
        next: @concurrent (Request, ParaphContext) async throws -> Response
    ) async throws -> Response {
        if dialects.contains(request.firstPathPart) { return try await next(request, context) }
        if let principal = context.principal {
            try await context.admit(principal)
        } else if ![.get, .head].contains(request.method) {
            try await context.admitStranger()
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

    /// Counts this request for who asks: the program for this person, else the person.
    ///
    /// - Throws: a `tooMany` ``ParaphWire/Problem`` that says when to come again.
    public func admit(_ principal: Principal) async throws {
        try await admit(principal.party)
    }

    /// What counts as one client: the address, or the /64 of IPv6; for limits, never for logs; `nil` in process.
    public var network: String? { clientAddress.map { ClientNetwork.of($0) } }

    /// Counts this request as a stranger's.
    ///
    /// - Throws: a `tooMany` ``ParaphWire/Problem`` that says when to come again.
    public func admitStranger() async throws {
        if let network { try await admit(.stranger(network)) }
    }
}

extension Request {
    /// The first part of the path, as the router finds it: separators at the start and repeated ones count for nothing.
    public var firstPathPart: String {
        uri.path.split(separator: "/").first.map(String.init) ?? ""
    }
}
