public import Hummingbird
public import NIOCore
public import ParaphWire

/// What a handler knows of the request it answers, besides the request itself.
public struct ParaphContext: RequestContext {
    public var coreContext: CoreRequestContextStorage
    /// The connection; a request that is answered in process borrows that of the request it serves.
    public let channel: any Channel
    /// The id under which logs and problems name this request: 32 hexadecimal digits.
    public var requestID: String
    /// Who asks; `nil` for a stranger.
    public var principal: Principal?
    /// Looks again whether the principal's credential still opens anything, for answers that last; `nil` for a stranger.
    var isStillSignedIn: (@Sendable () async throws -> Bool)?
    /// The app whose key the request shows, which is enabled; `nil` for our own pages and administrators' tokens.
    public var appID: String?
    /// Whether a token was shown whose scopes do not open this, so that it counts for nothing; dialects tell it in their own form.
    public var lacksScope: Bool
    /// Whether the credential came as a cookie, so that the answer's session must leave as one.
    public var usesCookie: Bool
    /// The language of texts in the answer.
    public var language: Language
    /// Where the request comes from, past the proxies that are trusted; for limits, never for logs.
    public var clientAddress: String?
    /// Whether one of our own pages asks, while it answers a request that was counted.
    public var isInProcess: Bool
    /// Counts requests; `nil` where nothing is limited.
    var limiter: RateLimiter?
    /// Why a dialect's call must be refused, which it tells in its own form.
    public var overLimit: Problem?

    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
        requestID = ""
        principal = nil
        isStillSignedIn = nil
        appID = nil
        lacksScope = false
        usesCookie = false
        language = .en
        clientAddress = nil
        isInProcess = false
        limiter = nil
        overLimit = nil
    }

    /// The address that the connection comes from, without its port; for limits, never for logs.
    public var peerAddress: String? {
        channel.remoteAddress?.ipAddress
    }
}
