import ServerKit
import SignToLoginDialect

/// The parameters of `/login/`, checked.
struct LoginCall: Sendable {
    var email: EmailAddress

    /// - Throws: ``SignToLoginRefusal`` that names the first one that is missing or wrong.
    init(_ parameters: SignToLoginParameters) throws(SignToLoginRefusal) {
        email = try parameters.email()
        _ = try parameters.requiredLine("os_version", limit: 100)
        _ = try parameters.requiredLine("device_version", limit: 100)
    }
}
