extension Principal {
    /// The program that acts for the person, as requests and blocks name it: a registered client, else the bearer of an administrator's token.
    ///
    /// All tokens of administrators for one person are one program, so that a new token sheds no block and no pause.
    /// `nil` where the person themselves asks.
    public var program: String? {
        guard isToken else { return nil }
        return clientID.map(Self.program(ofClient:)) ?? "token"
    }

    /// The name of a registered client, as ``program`` has it.
    public static func program(ofClient id: String) -> String { "client:\(id)" }

    /// Whom the requests count for: the program for this one person, lest it use up what is the person's own or what it has for others; else
    /// the person.
    var party: RateLimits.Party {
        program.map { .client("\($0):\(personID)") } ?? .person(personID)
    }
}
