/// What whoever runs Paraph may choose about people and their signatures.
public struct IdentitySettings: Hashable, Sendable {
    /// How long a challenge waits for its answer, in seconds: 10 … 300.
    public var challengeLifetime: Int64
    /// How many answers a challenge takes.
    public let challengeAttempts = 5
    /// How long a session lives without being used, in days.
    public let sessionIdleDays: Int64 = 30
    /// How long a session lives at most, in days.
    public let sessionDays: Int64 = 90

    /// Where people sign is told by this.
    public let places: PlaceTable

    /// Makes settings; values outside their ranges are brought to the nearest end.
    public init(challengeLifetime: Int64 = 120, places: PlaceTable = .zones) {
        self.places = places
        self.challengeLifetime = min(max(challengeLifetime, 10), 300)
    }
}
