public import ParaphWire

extension ParaphClient {
    /// The person's own signature: the samples of which the server makes a template.
    public var enrolment: Enrolment { Enrolment(client: self) }
}

/// Calls by which a person gives their signature.
///
/// Ten samples make a template. Where some do not fit one another the server asks for more (`countRequired`, 1 to 9): draw as many, and send
/// all that are shown again. Samples are in ParaphInk's binary encoding, `Sample.encoded()`.
public struct Enrolment: Sendable {
    /// How many samples a template takes.
    public static let sampleCount = 10
    /// The most samples of one submission.
    public static let mostSamples = 30

    let client: ParaphClient

    /// Says whether a sample alone can serve, as soon as it is drawn; nothing is kept of it.
    ///
    /// - Throws: ``ClientError``: `consentRequired`, `tooManySamples`.
    public func check(_ sample: [UInt8]) async throws -> SampleCheckResult {
        // Nothing is kept, so that it may be asked again.
        try await client.call(IdentityEndpoints.checkSample, body: SampleCheckRequest(sample: Base64URL(sample)), repetition: .always)
    }

    /// Gives the samples: all that are to count, those of an earlier submission among them.
    ///
    /// - Parameters:
    ///   - samples: 1 … 30 samples.
    ///   - approval: An approval of purpose `modifySignature`, where the person has a signature already, or had one.
    /// - Returns: `status` is `created` once there is a template; else `countRequired` says how many are missing, and `rejected` which ones do
    ///   not fit and why.
    /// - Throws: ``ClientError``: `approvalRequired`, `consentRequired`, `tooManySamples`, `malformed`.
    public func submit(_ samples: [[UInt8]], approval: String? = nil) async throws -> EnrolmentResult {
        let request = EnrolmentRequest(samples: samples.map { Base64URL($0) }, approval: approval, replaces: true)
        let result = try await client.call(IdentityEndpoints.enrol, body: request)
        if result.status == .created { try await client.caller.vault.noteEnrolled() }
        return result
    }
}
