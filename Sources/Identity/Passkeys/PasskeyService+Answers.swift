import ParaphStorage
import ParaphWire
import Passkeys
import ServerKit

extension PasskeyService {
    /// Makes a challenge: for a sign-in for any person who answers, otherwise for the person who asks.
    func challenge(_ request: PasskeyChallengeRequest, personID: String?) async throws -> PasskeyChallenge {
        let party = try relyingParty()
        guard request.purpose == .signIn || personID != nil else { throw Problem.unauthenticated() }
        if request.purpose == .signIn {
            guard request.subject == nil else { throw Problem.invalid("subject", .unknown, "goes with no sign-in") }
        } else {
            try Problem.check(request.purpose, subject: request.subject)
        }
        let owner = request.purpose == .signIn ? nil : personID
        return try await environment.database.write { [environment] tx in
            let passkeys = try owner.map { try PasskeyStore.list(of: $0, in: tx) } ?? []
            guard owner == nil || !passkeys.isEmpty else {
                throw Problem.conflict(.noPasskey, "There is no passkey yet; sign, or show a recovery code.")
            }
            let challenge = try PasskeyChallengeStore.make(
                .authentication,
                personID: owner,
                purpose: request.purpose,
                subject: request.subject,
                at: environment.time.now(),
                in: tx
            )
            return PasskeyChallenge(
                challengeId: challenge.id,
                challenge: Base64URL(challenge.nonce),
                rpId: party.id,
                allow: passkeys.map { Base64URL($0.credentialID) },
                expiresAt: challenge.expiresAt
            )
        }
    }

    /// Approves by a passkey what a signature would; it also lets signatures be looked at again on the session's device, unless it is this
    /// device's own key, which is no other factor there.
    func approve(_ answer: PasskeyAnswer, by caller: SessionCaller) async throws -> Approval {
        let (personID, deviceID) = (caller.personID, caller.deviceID)
        let party = try relyingParty()
        let approval = try await environment.database.write { [environment] tx -> Result<Approval, Problem> in
            let now = environment.time.now()
            return try verified(answer, of: personID, relyingParty: party, at: now, in: tx) { challenge, _, passkey in
                if let deviceID, passkey.deviceID != deviceID { try AttemptStore.succeed(onDevice: deviceID, of: personID, in: tx) }
                return try ApprovalStore.issue(
                    to: personID,
                    sessionID: caller.sessionID,
                    purpose: challenge.purpose,
                    subject: challenge.subject,
                    method: .passkey,
                    at: now,
                    in: tx
                )
            }
        }
        return try approval.get()
    }

    /// Opens a session for a passkey's person on the device that asks, which is theirs from then on; on a device that is known already,
    /// signatures are looked at again.
    ///
    /// Where the passkey is the key of the very device that asks, the session is that device's, and its failures stay counted.
    func signIn(_ request: PasskeySignIn, appID: String? = nil) async throws -> SessionGrant {
        let party = try relyingParty()
        try request.device.check(subject: request.passkey.challengeId)
        let grant = try await environment.database.write { [environment] tx -> Result<SessionGrant, Problem> in
            let now = environment.time.now()
            return try verified(request.passkey, of: nil, relyingParty: party, at: now, in: tx) { _, person, passkey in
                let wanted = DeviceRecord(request.device, personID: person.id, addedBy: .recovery, at: now)
                let own = request.isOnOwnDevice == true ? passkey.deviceID : nil
                let known = try own.flatMap { try DeviceStore.find($0, of: person.id, in: tx) }
                let stepUp = StepUp(environment: environment)
                let device = try known ?? stepUp.add(wanted, shown: .passkey, at: now, in: tx)
                if passkey.deviceID != device.id { try AttemptStore.succeed(onDevice: device.id, of: person.id, in: tx) }
                try DeviceStore.touch(device.id, at: now, in: tx)
                return try stepUp.signIn(on: device, shown: .passkey, appID: appID, at: now, in: tx)
            }
        }
        return try grant.get()
    }

    /// Makes a passkey that there is the key of the device that asks: the passkey itself approves it.
    func protect(_ answer: PasskeyAnswer, personID: String, deviceID: String?) async throws -> Device {
        let party = try relyingParty()
        let device = try await environment.database.write { [environment] tx -> Result<Device, Problem> in
            let now = environment.time.now()
            return try verified(answer, of: personID, for: .protectDevice, relyingParty: party, at: now, in: tx) { _, _, passkey in
                try protect(deviceID, of: personID, with: passkey, at: now, in: tx).wire(currentDeviceID: deviceID)
            }
        }
        return try device.get()
    }

    /// Does something once a passkey's answer holds.
    ///
    /// The challenge is used up in any case, so a refusal is given back and not thrown, which would undo that.
    private func verified<Value: Sendable>(
        _ answer: PasskeyAnswer,
        of personID: String?,
        for purpose: ChallengePurpose? = nil,
        relyingParty: RelyingParty,
        at now: Timestamp,
        in tx: any WriteTransaction,
        then work: (PasskeyChallengeRecord, PersonRecord, PasskeyRecord) throws -> Value
    ) throws -> Result<Value, Problem> {
        guard let challenge = try PasskeyChallengeStore.take(answer.challengeId, for: .authentication, of: personID, at: now, in: tx),
            purpose == nil || challenge.purpose == purpose
        else { return .failure(.passkeyChallengeOver) }
        guard var passkey = try PasskeyStore.find(credentialID: answer.credentialId.bytes, in: tx),
            personID == nil || passkey.personID == personID,
            let person = try PersonStore.find(passkey.personID, keys: environment.keys, in: tx), person.status == .active
        else { return .failure(.unknownPasskey) }
        do {
            let assertion = try Self.assertion(answer, of: passkey, to: challenge, relyingParty: relyingParty)
            passkey.signCount = assertion.signCount
            passkey.isBackedUp = assertion.isBackedUp
        } catch {
            if error.code == .counter { try noteCopy(of: passkey, person, at: now, in: tx) }
            return .failure(.badPasskey(error))
        }
        passkey.lastUsedAt = now
        try PasskeyStore.update(passkey, in: tx)
        try ActivityStore.append(.passkeyUsed, of: person.id, at: now, deviceName: passkey.name, in: tx)
        return .success(try work(challenge, person, passkey))
    }

    /// Notes that a passkey may have been copied, and tells of it by mail once in 24 hours at most: no copy fills a mailbox.
    func noteCopy(of passkey: PasskeyRecord, _ person: PersonRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        if try !ActivityStore.contains(.passkeyRefused, of: person.id, since: now.adding(seconds: -86_400), in: tx) {
            try environment.notify(person, of: .passkey(.refused(name: passkey.name)), in: tx)
        }
        try ActivityStore.append(.passkeyRefused, of: person.id, at: now, deviceName: passkey.name, in: tx)
    }

    private static func assertion(
        _ answer: PasskeyAnswer,
        of passkey: PasskeyRecord,
        to challenge: PasskeyChallengeRecord,
        relyingParty: RelyingParty
    ) throws(PasskeyError) -> PasskeyAssertion {
        try PasskeyAssertion(
            PasskeyAssertion.Response(
                clientDataJSON: answer.clientDataJSON.bytes,
                authenticatorData: answer.authenticatorData.bytes,
                signature: answer.signature.bytes,
                userHandle: answer.userHandle?.bytes
            ),
            of: try passkey.credential,
            isOwnerKnown: challenge.personID != nil,
            challenge: challenge.text,
            relyingParty: relyingParty
        )
    }
}
