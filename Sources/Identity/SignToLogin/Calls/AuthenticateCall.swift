import Crypto
import Foundation
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
    }

    /// SHA-256 of what was read, by which the call is known when it is sent again.
    ///
    /// Programs write it anew for another try: in a form with another boundary, or in JSON with other spaces and another order, and with what their
    /// clock says by then. The movement tells one try from another.
    var digest: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            var details = details
            details.clientTime = ""
            var hasher = SHA256()
            for part in [Array(email.text.utf8), Array(try encoder.encode(details)), photo?.bytes ?? [], sample.encoded()] {
                withUnsafeBytes(of: UInt64(part.count).bigEndian) { hasher.update(bufferPointer: $0) }
                hasher.update(data: part)
            }
            return Array(hasher.finalize())
        }
    }
}
