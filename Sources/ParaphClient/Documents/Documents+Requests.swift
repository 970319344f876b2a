public import ParaphWire

extension Documents {
    /// What programs ask of the person and waits for an answer, the oldest first.
    ///
    /// - Throws: ``ClientError``.
    public func requests() async throws -> [ClientRequest] { try await client.call(IdentityEndpoints.clientRequests).items }

    /// Asks for the signature that answers a program's request; the program is told once it is accepted.
    ///
    /// - Parameter request: The request exactly as it was shown: the device signs its digests and description.
    /// - Returns: what is to be signed.
    /// - Throws: ``ClientError``: `requestOver`, `notEnrolled`, `unknownDevice`, `keyMissing`.
    public func beginAnswering(_ request: ClientRequest) async throws -> Signing {
        let statement = try await client.statement()
        let asked = ChallengeRequest(purpose: .answerRequest, deviceId: statement.deviceID, subject: request.id)
        let about = DeviceStatement.About(digests: request.digests, description: request.description)
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

    /// A hand-over: a document that another device of the person asks this one to sign.
    ///
    /// - Throws: ``ClientError``: `noHandOver`.
    public func handOver(_ id: String) async throws -> HandOver { try await client.call(IdentityEndpoints.handedOver, id) }

    /// Declines a hand-over.
    ///
    /// - Throws: ``ClientError``: `noHandOver`.
    public func decline(_ handOver: HandOver) async throws {
        _ = try await client.call(IdentityEndpoints.endHandOver, handOver.id)
    }
}
