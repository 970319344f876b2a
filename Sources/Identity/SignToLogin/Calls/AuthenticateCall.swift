import ParaphInk
import ParaphInkFormats
import ServerKit
import SignToLoginDialect

/// The parameters of `/authenticate/`, checked.
struct AuthenticateCall: Sendable {
    var email: EmailAddress
    var photo: Photo?
    var details: CaptureDetails
    var sample: Sample
    /// Of the whole request, by which it is known when it is sent again.
    var digest: [UInt8]

    /// Reads the parameters in the order of the specification.
    ///
    /// The versions of system and device are not asked for, but kept where an app tells them: the history of documents names them.
    /// - Throws: ``SignToLoginRefusal`` that names the first one that is missing or wrong.
    init(_ parameters: SignToLoginParameters) throws(SignToLoginRefusal) {
        email = try parameters.email()
        photo = try parameters.photo()
        details = try CaptureDetails(parameters)
        details.osVersion = try parameters.line("os_version", limit: 100)
        details.deviceVersion = try parameters.line("device_version", limit: 100)
        sample = try parameters.requiredSignature()
        digest = parameters.bodyDigest
    }
}
