/// What the operator may choose about people and their signatures.
public struct IdentitySettings: Hashable, Sendable {
    /// How long a challenge waits for its answer, in seconds: 10 … 300.
    public var challengeLifetime: Int64
    /// How many answers a challenge takes.
    public let challengeAttempts = 5
    /// How long a session lives without being used, in days.
    public let sessionIdleDays: Int64 = 30
    /// How long a session lives at most, in days.
    public let sessionDays: Int64 = 90

    /// How long an account stays that a self-service app made and that was never proved or used, in days.
    let restrictedUnusedDays: Int64 = 30
    /// The same of an organisation's app, whose customers may be back next year: 1 … 36,500.
    public let unusedAccountDays: Int64

    /// Where people sign is told by this.
    public let places: PlaceTable

    /// Who is told of alarms by mail; `nil` where the operator named no address.
    public var operatorContact: OperatorContact?

    /// Makes settings; values outside their ranges are brought to the nearest end.
    public init(
        challengeLifetime: Int64 = 120,
        unusedAccountDays: Int64 = 400,
        places: PlaceTable = .zones,
        operatorContact: OperatorContact? = nil
    ) {
        self.operatorContact = operatorContact
        self.places = places
        self.unusedAccountDays = min(max(unusedAccountDays, 1), 36_500)
        self.challengeLifetime = min(max(challengeLifetime, 10), 300)
    }
}
