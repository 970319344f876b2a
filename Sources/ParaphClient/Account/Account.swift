public import ParaphWire

extension ParaphClient {
    /// The person's account: registering, profile, consent, and its end.
    public var account: Account { Account(client: self) }
}

/// Calls about a person's account.
public struct Account: Sendable {
    let client: ParaphClient

    /// The text on biometric processing that a person agrees to before they register.
    ///
    /// - Throws: ``ClientError``.
    public func consentText() async throws -> ConsentText {
        try await client.call(IdentityEndpoints.consentText)
    }

    /// Begins a registration: the person gets a mail with a code, whether or not the address has an account.
    ///
    /// - Parameter request: The profile and the version of the text that the person agreed to.
    /// - Returns: what ``confirm(_:code:)`` takes with the code.
    /// - Throws: ``ClientError``: `malformed`, whose fields name what is wrong; `consentRequired` where the text has changed meanwhile;
    ///   `outcomeUnknown` where a mail may be on its way: register again.
    public func register(_ request: RegistrationRequest) async throws -> PendingRegistration {
        let receipt = try await client.call(IdentityEndpoints.register, body: request)
        return PendingRegistration(receipt: receipt, email: request.email, username: request.username)
    }

    /// Mails the code again, once the pause that the receipt tells is over.
    ///
    /// - Throws: ``ClientError``: `tooMany` before, `codesUsedUp` where no more are mailed.
    public func resendCode(_ registration: PendingRegistration) async throws -> PendingRegistration {
        var registration = registration
        registration.receipt = try await client.call(IdentityEndpoints.resendCode, registration.receipt.id)
        return registration
    }

    /// Proves the address by the mailed code; this device becomes the account's first, and its session begins.
    ///
    /// The next step is ``Enrolment/submit(_:approval:)``, with ten samples. Where the answer is lost the same is sent again with a new proof of the
    /// key: the server answers it the same within ten minutes.
    /// - Throws: ``ClientError``: `malformed` for a wrong code (field `code`), `triesUsedUp`, `notFound` where its time is over.
    public func confirm(_ registration: PendingRegistration, code: String) async throws -> SessionGrant {
        let (vault, id) = (client.caller.vault, registration.receipt.id)
        // The key of an attempt whose answer was lost may be the account's already.
        var kept: (any DeviceSigningKey)?
        if let earlier = try await vault.keyConfirming(id) { kept = try await client.keys.find(earlier) }
        let key = if let kept { kept } else { try await client.keys.make() }
        try await vault.keep(keyID: key.id, confirming: id)
        do {
            let grant = try await confirm(id, code: code, by: key)
            try await vault.keep(keyID: nil, confirming: id)
            let session = try await client.begin(grant, key: key, as: [registration.email, registration.username].compactMap(\.self))
            // What was asked for on this device before was asked for by another person.
            for waiting in (try? await client.devices.pending()) ?? [] { try? await client.devices.withdraw(waiting) }
            return session
        } catch let error as ClientError where error.code == .refused && !error.isTransient {
            try await vault.keep(keyID: nil, confirming: id)
            try await client.keys.remove(key.id)
            throw error
        }
    }

    /// Sends a confirmation, again where no answer came: each time with a new proof, for a copy of what was sent opens nothing.
    private func confirm(_ id: String, code: String, by key: any DeviceSigningKey) async throws -> SessionGrant {
        for failures in 1... {
            let device = try await key.announced(for: id, as: client.device)
            do {
                let body = RegistrationConfirmation(code: code, device: device)
                return try await client.call(IdentityEndpoints.confirmRegistration, id, body: body)
            } catch let error as ClientError where error.code == .outcomeUnknown || [500, 502, 504].contains(error.status) {
                guard let pause = client.caller.retry.pause(after: failures, asked: error.retryAfter) else {
                    throw error.code == .refused ? error : ClientError(.offline, error.message, cause: error.cause)
                }
                try await client.caller.sleep(pause)
            }
        }
        throw ClientError(.offline, "the server cannot be reached")
    }

    /// The person who is signed in.
    ///
    /// - Throws: ``ClientError``.
    public func person() async throws -> Person { try await client.call(IdentityEndpoints.me) }

    /// Changes the profile, the username or the language; what is absent stays.
    ///
    /// - Throws: ``ClientError``: `malformed`, `usernameTaken`, `approvalRequired`.
    public func update(_ changes: PersonUpdate) async throws -> Person {
        // Twice the same profile is the same profile; an approval is good once.
        try await client.call(IdentityEndpoints.updateMe, body: changes, repetition: changes.approval == nil ? .always : nil)
    }

    /// The person's picture; `nil` where there is none.
    ///
    /// - Throws: ``ClientError``.
    public func photo() async throws -> Content? {
        do {
            return try await client.call(IdentityEndpoints.photo)
        } catch let error as ClientError where error.isProblem(.notFound) {
            return nil
        }
    }

    /// Keeps a picture, a JPEG or PNG of at most 5 MB; `nil` removes it.
    ///
    /// - Throws: ``ClientError``: `tooLarge`, `malformed`.
    public func setPhoto(_ photo: Content?) async throws {
        if let photo {
            _ = try await client.call(IdentityEndpoints.putPhoto, body: photo)
        } else {
            _ = try await client.call(IdentityEndpoints.deletePhoto)
        }
    }

    /// Agrees to the processing of the signature again, after it was withdrawn.
    ///
    /// - Throws: ``ClientError``: `approvalRequired`; `malformed` where the version is not the newest.
    public func giveConsent(version: String, approval: String? = nil) async throws -> Person {
        try await client.call(IdentityEndpoints.giveConsent, body: ConsentRequest(version: version, approval: approval))
    }

    /// Withdraws the consent: template and samples are deleted at once.
    ///
    /// - Throws: ``ClientError``: `approvalRequired`.
    public func withdrawConsent(approval: String) async throws -> Person {
        try await client.call(IdentityEndpoints.withdrawConsent, body: ApprovedRequest(approval: approval), repetition: .ifNothingWasDone)
    }

    /// Agrees that place and photo go into the history of what the person signs.
    ///
    /// - Throws: ``ClientError``.
    public func allowCircumstances() async throws { _ = try await client.call(IdentityEndpoints.allowCircumstances) }

    /// Takes that back: new signatures go without; histories keep what they show.
    ///
    /// - Throws: ``ClientError``.
    public func forbidCircumstances() async throws { _ = try await client.call(IdentityEndpoints.forbidCircumstances) }

    /// Where the person registered, where that was told.
    ///
    /// - Throws: ``ClientError``: `notFound`.
    public func place() async throws -> RegistrationPlace { try await client.call(IdentityEndpoints.place) }

    /// Forgets where the person registered.
    ///
    /// - Throws: ``ClientError``.
    public func removePlace() async throws { _ = try await client.call(IdentityEndpoints.deletePlace) }

    /// What happened with the account, newest first, a page of it.
    ///
    /// - Throws: ``ClientError``.
    public func activity(after page: String? = nil) async throws -> Page<ActivityItem> {
        try await client.call(IdentityEndpoints.activity, query: ActivityQuery(after: page))
    }

    /// What the operator tells everybody and is not over, in the language of the client, the next to begin first.
    ///
    /// - Throws: ``ClientError``.
    public func announcements() async throws -> [Announcement] { try await client.call(IdentityEndpoints.announcements).items }

    /// How many recovery codes are left.
    ///
    /// - Throws: ``ClientError``.
    public func recoveryCodes() async throws -> RecoveryCodes { try await client.call(IdentityEndpoints.recoveryCodes) }

    /// Makes new recovery codes, which are told this once; the old ones end.
    ///
    /// - Throws: ``ClientError``: `approvalRequired`. A lost answer leaves codes that were not read: make new ones.
    public func renewRecoveryCodes(approval: String? = nil) async throws -> RecoveryCodes {
        try await client.call(IdentityEndpoints.renewRecoveryCodes, body: ApprovedRequest(approval: approval))
    }

    /// Deletes the account for good; the session ends.
    ///
    /// - Throws: ``ClientError``: `approvalRequired`.
    public func delete(approval: String) async throws {
        _ = try await client.call(IdentityEndpoints.deleteMe, body: ApprovedRequest(approval: approval), repetition: .ifNothingWasDone)
        try await client.caller.vault.end()
    }
}

/// A registration that waits for its mailed code; it may be kept over a restart of the app.
public struct PendingRegistration: Codable, Hashable, Sendable {
    /// When the code ends, and when it may be mailed again.
    public internal(set) var receipt: RegistrationReceipt
    /// The address that the code was mailed to.
    public let email: String
    let username: String?
}
