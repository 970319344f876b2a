/// What the operator tells everybody who has an account, such as when the service is not there.
public struct Announcement: Codable, Hashable, Sendable, JSONContent {
    /// Its id, at most 200 letters, digits, `_` and `-`.
    public var id: String
    /// What is told, in the language that the call asks for (`Accept-Language`: en, ru, fr); 500 characters at most.
    public var text: String
    /// When what it tells of begins.
    public var startsAt: Timestamp
    /// When that is over; nothing is told of it afterwards.
    public var endsAt: Timestamp
    /// When the operator wrote it.
    public var createdAt: Timestamp

    public init(id: String, text: String, startsAt: Timestamp, endsAt: Timestamp, createdAt: Timestamp) {
        self.id = id
        self.text = text
        self.startsAt = startsAt
        self.endsAt = endsAt
        self.createdAt = createdAt
    }
}
