/// Whether a person set a code without which programs that they let in nowhere do not reach them (`user_code`: CIBA Core 1.0, section 7.1).
public struct RequestCodeStatus: Codable, Hashable, Sendable, JSONContent {
    /// When it was set; absent where there is none.
    public var setAt: Timestamp?

    public init(setAt: Timestamp?) {
        self.setAt = setAt
    }
}

/// A new code, which the person tells those who are to ask them.
public struct RequestCodeChange: Codable, Hashable, Sendable, JSONContent {
    /// 6 … 20 letters and digits; whether they are capitals does not matter.
    public var code: String

    public init(code: String) {
        self.code = code
    }
}
