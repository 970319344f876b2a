import ParaphWire

extension Problem {
    /// What ServerKit makes of a body that is not what the call takes; the rest of that file needs Hummingbird.
    static func malformed(_ detail: String) -> Problem {
        Problem(code: .malformed, title: "The request is malformed", detail: detail)
    }
}
