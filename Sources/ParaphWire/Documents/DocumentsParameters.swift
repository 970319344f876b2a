/// What a history is asked beside the document's id.
public struct HistoryQuery: CallParameters {
    /// A hash to look for among the versions: 40 to 128 hexadecimal digits.
    public var hash: String?

    public static let members: [Parameter<Self>] = [.query("hash", \.hash)]

    public init() {}

    public init(hash: String?) {
        self.hash = hash
    }
}

/// In which language a certificate is made: `en`, `ru` or `fr`; absent for the one of the request.
public struct EvidenceQuery: CallParameters {
    public var language: String?

    public static let members: [Parameter<Self>] = [.query("language", \.language)]

    public init() {}

    public init(language: String?) {
        self.language = language
    }
}
