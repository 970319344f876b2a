@testable import Identity

extension SessionCaller {
    /// Some session of a person's own.
    static func session(of personID: String) -> SessionCaller {
        SessionCaller(personID: personID, sessionID: "session", deviceID: nil, appID: nil)
    }
}
