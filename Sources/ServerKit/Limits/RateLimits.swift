/// The limits of one instance.
public struct RateLimits: Hashable, Sendable {
    /// Of every request from one address (IPv4, or the /64 of IPv6), of all callers.
    public var address = RateLimit(burst: 1200, perMinute: 6000)
    /// Of what strangers at one address change: registrations, codes, sign-ins.
    public var stranger = RateLimit(burst: 120, perMinute: 240)
    /// Of one person's requests.
    public var person = RateLimit(burst: 240, perMinute: 1200)
    /// Of the requests with one app's key from one address: keys lie in what people install, so no one else's share may be used up from elsewhere.
    public var app = RateLimit(burst: 1200, perMinute: 12_000)
    /// Of the requests of one client: of those by itself, and of those with its tokens for each person.
    public var client = RateLimit(burst: 1200, perMinute: 12_000)

    /// The limits that suit an organisation of some thousands of people, behind one address or many.
    public init() {}

    /// The same limits, each so many times as wide.
    public func multiplied(by factor: Double) -> RateLimits {
        func wider(_ limit: RateLimit) -> RateLimit {
            RateLimit(burst: Int(Double(limit.burst) * factor), perMinute: Int(Double(limit.perMinute) * factor))
        }
        var limits = self
        limits.address = wider(address)
        limits.stranger = wider(stranger)
        limits.person = wider(person)
        limits.app = wider(app)
        limits.client = wider(client)
        return limits
    }

    /// Whose requests are counted together.
    public enum Party: Hashable, Sendable {
        case address(String)
        case stranger(String)
        case person(String)
        case app(String, network: String?)
        case client(String)

        var scope: String {
            switch self {
            case .address(let address): "address:\(address)"
            case .stranger(let address): "stranger:\(address)"
            case .person(let id): "person:\(id)"
            case .app(let id, let network): "app:\(id):\(network ?? "")"
            case .client(let id): "client:\(id)"
            }
        }
    }

    func limit(of party: Party) -> RateLimit {
        switch party {
        case .address: address
        case .stranger: stranger
        case .person: person
        case .app: app
        case .client: client
        }
    }
}
