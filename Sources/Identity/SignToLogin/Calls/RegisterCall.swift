import Crypto
import ParaphInk
import ParaphInkFormats
import ParaphWire
import ServerKit
import SignToLoginDialect

/// The parameters of `/register/`, checked.
struct RegisterCall: Sendable {
    var email: EmailAddress
    var profile: Profile
    var photo: Photo?
    var details: CaptureDetails
    var samples: [Sample]

    /// Reads the parameters in the order of the specification.
    ///
    /// - Throws: ``SignToLoginRefusal`` that names the first one that is missing or wrong.
    init(_ parameters: SignToLoginParameters, now: Timestamp) throws(SignToLoginRefusal) {
        email = try parameters.email()
        profile = Profile(userName: try parameters.requiredLine("user_name", limit: 100))
        profile.companyName = try parameters.line("company_name", limit: 100)
        profile.position = try parameters.line("position", limit: 100)
        profile.phoneNumber = try parameters.phoneNumber()
        profile.birthday = try parameters.birthday(today: now)
        profile.sex = try parameters.sex()
        photo = try parameters.photo()
        details = try CaptureDetails(parameters)
        details.osVersion = try parameters.requiredLine("os_version", limit: 100)
        details.deviceVersion = try parameters.requiredLine("device_version", limit: 100)
        samples = try parameters.requiredSignatures(atMost: EnrolmentService.submissionLimit)
    }

    /// The requester, as far as the form tells: by the network, and by the device and system that the app names.
    func asker(from network: String?) -> EnrolmentOwner.Asker {
        EnrolmentOwner.Asker(network: network, device: details.deviceVersion, system: details.osVersion)
    }

    /// What a letter about the request is bound to: the samples, in whichever order they are sent again, and the app.
    func digest(inApp appID: String) -> [UInt8] {
        var hasher = SHA256()
        hasher.update(data: Array("\(appID)\n".utf8))
        let samples = samples.map { TraceStore.digest(of: $0.encoded()) }.sorted { $0.lexicographicallyPrecedes($1) }
        for sample in samples { hasher.update(data: sample) }
        return Array(hasher.finalize())
    }
}
