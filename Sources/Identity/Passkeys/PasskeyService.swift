import ParaphStorage
import ParaphWire
import Passkeys
import ServerKit

/// A person's passkeys: each may approve where a recovery code would, and sign in where there is no signature.
struct PasskeyService: Sendable {
    let environment: IdentityEnvironment

    /// The site that passkeys are made for.
    ///
    /// - Throws: ``Problem/passkeysUnavailable``.
    func relyingParty() throws -> RelyingParty {
        guard let party = RelyingParty(origin: environment.site.origin) else { throw Problem.passkeysUnavailable }
        return party
    }

    /// The passkeys of a person.
    func passkeys(of personID: String) async throws -> [Passkey] {
        try await environment.database.read { try PasskeyStore.list(of: personID, in: $0).map(\.wire) }
    }

    /// Begins to add a passkey.
    func begin(by caller: SessionCaller) async throws -> PasskeyCreation {
        let party = try relyingParty()
        let personID = caller.personID
        return try await environment.database.write { [environment] tx in
            let person = try PersonService.find(personID, keys: environment.keys, in: tx)
            let challenge = try PasskeyChallengeStore.make(
                .registration,
                personID: personID,
                purpose: .addPasskey,
                subject: nil,
                at: environment.time.now(),
                in: tx
            )
            return PasskeyCreation(
                challengeId: challenge.id,
                challenge: Base64URL(challenge.nonce),
                rpId: party.id,
                rpName: environment.site.host,
                userId: Base64URL(Self.userHandle(of: personID)),
                userName: person.email.text,
                userDisplayName: person.profile.userName,
                algorithms: COSEKey.Algorithm.allCases.map(\.rawValue),
                exclude: try PasskeyStore.list(of: personID, in: tx).map { Base64URL($0.credentialID) },
                needsApproval: try !StepUp(environment: environment).isExempt(
                    .passkey(of: personID, forDevice: false, in: tx),
                    by: caller,
                    at: environment.time.now(),
                    in: tx
                ),
                expiresAt: challenge.expiresAt
            )
        }
    }

    /// Adds a passkey that the browser made; it may become the key of the device that asks.
    func add(_ new: NewPasskey, by caller: SessionCaller) async throws -> Passkey {
        let party = try relyingParty()
        let personID = caller.personID
        try TextRules.check(new.name, name: "name", length: 1...100)
        let answer = try await environment.database.write { [environment] tx -> Result<Passkey, Problem> in
            let now = environment.time.now()
            guard let challenge = try PasskeyChallengeStore.take(new.challengeId, for: .registration, of: personID, at: now, in: tx) else {
                return .failure(.passkeyChallengeOver)
            }
            let registration: PasskeyRegistration
            do throws(PasskeyError) {
                registration = try PasskeyRegistration(
                    clientDataJSON: new.clientDataJSON.bytes,
                    attestationObject: new.attestationObject.bytes,
                    challenge: challenge.text,
                    relyingParty: party
                )
            } catch {
                return .failure(.invalid("passkey", FieldCode(rawValue: error.code.rawValue), "does not hold: \(error.detail)"))
            }
            let isForDevice = new.isForDevice == true
            let stepUp = StepUp(environment: environment)
            let act = try ProtectedAct.passkey(of: personID, forDevice: isForDevice, in: tx)
            let passkey = PasskeyRecord(registration, personID: personID, name: new.name, at: now)
            try stepUp.perform(act, by: caller, approval: new.approval, at: now, in: tx) { permit, telling in
                telling.name = passkey.name
                try PasskeyStore.insert(passkey, permit: permit, in: tx)
            }
            // It showed itself when it was made.
            if isForDevice { _ = try protect(caller.deviceID, of: personID, with: passkey, at: now, in: tx) }
            return .success(try PasskeyStore.find(passkey.id, of: personID, in: tx)?.wire ?? passkey.wire)
        }
        return try answer.get()
    }

    /// Names a passkey anew.
    func rename(_ id: String, to name: String, personID: String) async throws -> Passkey {
        try TextRules.check(name, name: "name", length: 1...100)
        return try await environment.database.write { tx in
            guard var passkey = try PasskeyStore.find(id, of: personID, in: tx) else { throw Problem.notFound("passkey") }
            passkey.name = name
            try PasskeyStore.update(passkey, in: tx)
            return passkey.wire
        }
    }

    /// Removes a passkey; where it is a device's key, the device goes with it and its sessions end.
    ///
    /// The last one stays while there is neither a device nor a recovery code, or the person could not get in again.
    func remove(_ id: String, approval: String?, by caller: SessionCaller) async throws {
        let personID = caller.personID
        try await environment.database.write { [environment] tx in
            guard let passkey = try PasskeyStore.find(id, of: personID, in: tx) else { throw Problem.notFound("passkey") }
            let device = try passkey.deviceID.flatMap { try DeviceStore.find($0, of: personID, in: tx) }
            let devices = try DeviceStore.list(of: personID, in: tx).count - (device == nil ? 0 : 1)
            let codes = try RecoveryStore.remaining(of: personID, in: tx)
            guard try devices > 0 || codes > 0 || PasskeyStore.count(of: personID, in: tx) > 1 else {
                throw Problem.conflict(
                    .lastPasskey,
                    "This is the last way into the account; add a device or another passkey, or make recovery codes first."
                )
            }
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            try stepUp.perform(.removePasskey, by: caller, approval: approval, subject: id, at: now, in: tx) { permit, telling in
                if let device {
                    _ = try DeviceStore.delete(device.id, of: personID, permit: permit, at: now, in: tx)
                    telling.also = [(.removeDevice, device.name)]
                } else {
                    try PasskeyStore.delete(passkey, permit: permit, at: now, in: tx)
                }
                telling.name = passkey.name
            }
        }
    }

    /// What authenticators know a person by: random, and the same for all their passkeys.
    static func userHandle(of personID: String) -> [UInt8] { Array(personID.utf8) }
}
