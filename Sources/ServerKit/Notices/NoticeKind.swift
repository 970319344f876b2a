public import ParaphWire

/// A kind of mail: its name, and how many of it reach one recipient when others cause them.
public struct NoticeKind: Hashable, Sendable {
    /// Its name where such mails are counted: letters, in camel case; no two domains have the same.
    public let name: String
    /// How many there may be.
    public let limit: NoticeLimit
    /// What the recipient's devices are alerted of beside the mail; `nil` for mails that concern who has the mailbox, such as codes.
    public let alert: PushCategory?

    /// Makes a kind.
    public init(_ name: String, limit: NoticeLimit = .none, alert: PushCategory? = nil) {
        self.name = name
        self.limit = limit
        self.alert = alert
    }
}

/// How many mails of a kind may reach one recipient.
///
/// What is bounded is the mail alone: what it tells of happens all the same, so that no caller can use up for others what they need.
public struct NoticeLimit: Hashable, Sendable {
    /// Within ``window``: of all sources, and of one source.
    public let total, ofSource: Int
    /// Seconds.
    public let window: Int64
    /// Of all sources within a day.
    public let daily: Int

    /// Bounds a kind of mail.
    public init(total: Int, ofSource: Int, window: Int64, daily: Int) {
        self.total = total
        self.ofSource = ofSource
        self.window = window
        self.daily = daily
    }

    /// For mails that only the recipient, or an administrator, causes.
    public static let none = NoticeLimit(total: .max, ofSource: .max, window: 86_400, daily: .max)
}
