/// What a history is asked beside the document's id.
public struct HistoryQuery: CallParameters {
    /// A hash to look for among the versions: 40 to 128 hexadecimal digits.
    public var hash: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("hash", \.hash)]

    public init() {}

    public init(hash: String?) {
        self.hash = hash
    }
}

/// In which language a certificate is made: `en`, `ru` or `fr`; absent for the one of the request.
public struct EvidenceQuery: CallParameters {
    /// `en`, `ru` or `fr`.
    public var language: String?

    /// How the call carries them.
    public static let members: [Parameter<Self>] = [.query("language", \.language)]

    public init() {}

    public init(language: String?) {
        self.language = language
    }
}
