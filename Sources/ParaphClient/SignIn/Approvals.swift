public import ParaphWire

extension ParaphClient {
    /// What acts that change who a person is, or how they get in, need beside a session.
    public var approvals: Approvals { Approvals(client: self) }
}

/// Calls by which a person approves something weighty, such as removing a device.
///
/// ``status()`` says what the account approves by. An approval is good once, for five minutes, in this session, for one purpose and object.
public struct Approvals: Sendable {
    let client: ParaphClient

    /// What this session approves by, and what it needs no approval for.
    ///
    /// - Throws: ``ClientError``.
    public func status() async throws -> StepUpStatus { try await client.call(IdentityEndpoints.stepUp) }

    /// Asks for the signature that approves; ``Signing/Accepted/approval`` is what the call takes.
    ///
    /// - Parameters:
    ///   - purpose: What is approved.
    ///   - subject: The id of what it is about, where the purpose has an object.
    /// - Returns: what is to be signed.
    /// - Throws: ``ClientError``: `notEnrolled`, `notFound`, `unknownDevice`, `keyMissing`.
    public func begin(_ purpose: ChallengePurpose, subject: String? = nil) async throws -> Signing {
        let statement = try await client.statement()
        let request = ChallengeRequest(purpose: purpose, deviceId: statement.deviceID, subject: subject)
        return try await Signing.begin(request, statement: statement, about: .init(), client: client)
    }

    /// Approves by a recovery code, which is used up.
    ///
    /// - Throws: ``ClientError``: `malformed` for a wrong code (field `recoveryCode`).
    public func approve(_ purpose: ChallengePurpose, subject: String? = nil, recoveryCode: String) async throws -> Approval {
        let request = RecoveryApprovalRequest(purpose: purpose, recoveryCode: recoveryCode, subject: subject)
        return try await client.call(IdentityEndpoints.approveByRecoveryCode, body: request)
    }

    /// Mails a code that approves, where the account has nothing else.
    ///
    /// - Throws: ``ClientError``: `otherFactorThere`, `tooManyCodes`.
    public func mailCode(_ purpose: ChallengePurpose, subject: String? = nil) async throws -> ApprovalCodeReceipt {
        try await client.call(IdentityEndpoints.requestApprovalCode, body: ApprovalCodeRequest(purpose: purpose, subject: subject))
    }

    /// Approves by a mailed code.
    ///
    /// - Parameters:
    ///   - id: What the receipt names.
    ///   - code: Six digits.
    /// - Returns: the approval.
    /// - Throws: ``ClientError``: `malformed` for a wrong code (field `code`), `triesUsedUp`.
    public func approve(_ id: String, mailedCode code: String) async throws -> Approval {
        try await client.call(IdentityEndpoints.approveByApprovalCode, id, body: ApprovalCode(code: code))
    }
}
