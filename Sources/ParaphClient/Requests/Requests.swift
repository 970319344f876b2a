public import ParaphWire

extension ParaphClient {
    /// What programs ask of the person.
    public var requests: Requests { Requests(client: self) }
}

/// Calls about what programs ask of the person: to sign, each time by their hand.
public struct Requests: Sendable {
    let client: ParaphClient

    /// What waits for an answer, the oldest first.
    ///
    /// - Throws: ``ClientError``.
    public func list() async throws -> [ClientRequest] { try await client.call(IdentityEndpoints.clientRequests).items }

    /// What is over since yesterday, with how it ended.
    ///
    /// - Throws: ``ClientError``.
    public func ended() async throws -> [ClientRequest] { try await client.call(IdentityEndpoints.endedRequests).items }

    /// The programs that can ask the person nothing more.
    ///
    /// - Throws: ``ClientError``.
    public func blockedPrograms() async throws -> [BlockedProgram] { try await client.call(IdentityEndpoints.blockedPrograms).items }

    /// Lets a program ask the person again; what it asked before stays declined.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func unblock(_ program: BlockedProgram) async throws {
        _ = try await client.call(IdentityEndpoints.unblockProgram, program.id)
    }

    /// Whether the person set a code without which programs that they let in nowhere do not reach them.
    ///
    /// - Throws: ``ClientError``.
    public func code() async throws -> RequestCodeStatus { try await client.call(IdentityEndpoints.requestCode) }

    /// Sets that code, in the place of the one before: 6 to 20 letters and digits.
    ///
    /// - Throws: ``ClientError``: `malformed`.
    public func setCode(_ code: String) async throws -> RequestCodeStatus {
        try await client.call(IdentityEndpoints.setRequestCode, body: RequestCodeChange(code: code))
    }

    /// Removes that code.
    ///
    /// - Throws: ``ClientError``.
    public func removeCode() async throws { _ = try await client.call(IdentityEndpoints.removeRequestCode) }

    /// Asks for the signature that answers a program's request; the program is told once it is accepted.
    ///
    /// - Parameters:
    ///   - request: The request exactly as it was shown: the device signs its digests and description.
    ///   - code: The three digits that the program shows, as the person typed them, where the request asks for them; a wrong number costs a try.
    /// - Returns: what is to be signed.
    /// - Throws: ``ClientError``: `requestOver`, `notEnrolled`, `unknownDevice`, `keyMissing`.
    public func beginAnswering(_ request: ClientRequest, code: String? = nil) async throws -> Signing {
        let statement = try await client.statement()
        let asked = ChallengeRequest(purpose: .answerRequest, deviceId: statement.deviceID, subject: request.id)
        let about = DeviceStatement.About(digests: request.digests, description: request.description, code: code)
        return try await Signing.begin(asked, statement: statement, about: about, client: client)
    }

    /// Says no to a program's request.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func decline(_ request: ClientRequest) async throws {
        _ = try await client.call(IdentityEndpoints.declineRequest, request.id)
    }

    /// Says that the person knows nothing of a request: its program can ask them nothing more.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func report(_ request: ClientRequest) async throws {
        _ = try await client.call(IdentityEndpoints.reportRequest, request.id, repetition: .always)
    }
}
