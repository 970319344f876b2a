/// What comes of a program's wish that the person be signed out (OpenID Connect RP-Initiated Logout 1.0).
public struct EndSessionQuestion: Codable, Hashable, Sendable, JSONContent {
    /// The program's name; absent where it does not say rightly who it is.
    public var clientName: String?
    /// What comes next; a step that this version does not know is ``Step/ask``.
    public var step: Open<Step>
    /// Where the browser goes once the person is signed out; absent where the program named no place of its own.
    public var location: String?

    /// What comes next.
    public enum Step: String, Codable, Hashable, Sendable, CaseIterable {
        /// The person says whether they want it.
        case ask
        /// The session ends by `DELETE /v1/session`: the program showed that it means this person.
        case goOn
        /// There is no session to end.
        case over
    }

    public init(clientName: String?, step: Step, location: String?) {
        self.clientName = clientName
        self.step = Open(step)
        self.location = location
    }
}
