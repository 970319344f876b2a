/// The telephone number of a person's profile: whether they showed that it is theirs, and what is texted to it.
public struct PhoneStatus: Codable, Hashable, Sendable, JSONContent {
    /// Whether this server sends text messages at all.
    public var isAvailable: Bool
    /// The number of the profile, ITU-T E.164; absent where there is none.
    public var number: String?
    /// Whether a code that was texted to this number came back.
    public var isProved: Bool
    /// Whether the operator's notices are texted to it, such as when the service is not there.
    public var getsNotices: Bool
    /// The code that is on its way; absent where none is wanted any more.
    public var code: Code?

    /// A code that was texted.
    public struct Code: Codable, Hashable, Sendable {
        /// How far the message came.
        public var state: Open<State>
        /// How many wrong codes are looked at yet.
        public var triesLeft: Int
        /// When the code is worth nothing any more.
        public var expiresAt: Timestamp

        public init(state: State, triesLeft: Int, expiresAt: Timestamp) {
            self.state = Open(state)
            self.triesLeft = triesLeft
            self.expiresAt = expiresAt
        }
    }

    /// How far a text message came.
    public enum State: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was not handed to the carrier yet.
        case waiting
        /// The carrier took it.
        case accepted
        /// The telephone has it.
        case delivered
        /// It could not be delivered.
        case failed
        /// Its time was over before it was sent.
        case expired
    }

    public init(isAvailable: Bool, number: String? = nil, isProved: Bool, getsNotices: Bool = false, code: Code? = nil) {
        self.isAvailable = isAvailable
        self.number = number
        self.isProved = isProved
        self.getsNotices = getsNotices
        self.code = code
    }
}

/// The code that was texted to a number.
public struct PhoneConfirmation: Codable, Hashable, Sendable, JSONContent {
    /// Six digits.
    public var code: String

    public init(code: String) {
        self.code = code
    }
}
