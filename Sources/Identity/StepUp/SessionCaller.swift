import ServerKit

/// Who asks for a protected act, by which session.
struct SessionCaller: Hashable, Sendable {
    let personID: String
    let sessionID: String
    /// The device that the session belongs to.
    let deviceID: String?
    /// The app through which the session was opened; `nil` for our own pages.
    let appID: String?
}

extension ParaphContext {
    /// The person's own session, where there is one.
    var caller: SessionCaller? { try? requireCaller() }

    /// The person's own session; a token made by an administrator or issued to a client does not do.
    ///
    /// - Throws: a ``Problem`` of code `unauthenticated` or `sessionRequired`.
    func requireCaller() throws -> SessionCaller {
        let (principal, sessionID) = try requireSession()
        return SessionCaller(
            personID: principal.personID,
            sessionID: sessionID,
            deviceID: principal.deviceID,
            appID: principal.appID
        )
    }
}
