import ParaphStorage
import ParaphWire
import ServerKit

/// Devices come in by approval on a known one, by a recovery code or by a passkey, never by a mailbox alone.
struct DeviceService: Sendable {
    let environment: IdentityEnvironment

    /// How long a new device may wait, in seconds.
    static let requestLifetime: Int64 = 600
    /// How long a device that was approved may open its session, in seconds; as long as an approval lasts.
    static let sessionLifetime: Int64 = ApprovalStore.lifetime
    /// The wrong codes that a request bears.
    static let tryLimit = 5
    /// The requests that a list shows.
    static let listLimit = 20
    /// The requests among which one is looked for by its code.
    static let searchLimit = 5000
    /// The codes that find no request which a session bears before every further one waits; lists and approvals go on.
    static let searchPolicy = AttemptPolicy(freeFailures: 5, delay: 30, hardStop: .max)

    /// Lets a new device ask to be added; an unknown account gets an answer of the same look.
    ///
    /// However many wait already, each is a real one, for one of them may be the owner's: what is bounded is how often the owner is told.
    /// The network is where the request comes from.
    func request(_ wanted: DeviceRequestRequest, from network: String? = nil) async throws -> DeviceRequest {
        guard let identifier = AccountIdentifier(wanted.identifier) else {
            throw Problem.invalid("identifier", .malformed, "is neither an e-mail nor a username")
        }
        try wanted.device.check(subject: identifier.normalised)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            var person = try PersonStore.find(identifier: wanted.identifier, keys: environment.keys, in: tx)
            if person?.status != .active { person = nil }
            let id = Identifier.random()
            let code = OneTimeCode.random()
            let secret = Secret.random()
            let request = DeviceRequestRecord(
                id: id,
                personID: person?.id,
                sealedCode: try code.sealed(table: "deviceRequest", row: id, keys: environment.keys, in: tx),
                publicKey: wanted.device.publicKey.bytes,
                name: wanted.device.name,
                kind: wanted.device.kind,
                model: wanted.device.model,
                osVersion: wanted.device.osVersion,
                status: .pending,
                tries: 0,
                deviceID: nil,
                network: network,
                createdAt: now,
                expiresAt: now.adding(seconds: Self.requestLifetime)
            )
            try DeviceRequestStore.insert(request, secret: secret, in: tx)
            if let person { try tell(person, of: DeviceType(request.key), from: network, at: now, in: tx) }
            return request.wire(at: now, code: code, secret: secret)
        }
    }

    /// How a request stands, for the device that made it.
    func status(of id: String, secret: String) async throws -> DeviceRequest {
        try await environment.database.read { [environment] tx in
            guard let request = try DeviceRequestStore.find(id, secret: secret, in: tx) else { throw Problem.notFound("device request") }
            return request.wire(at: environment.time.now())
        }
    }

    /// Ends a request for the device that made it; one that is over stays as it is.
    func withdraw(_ id: String, secret: String) async throws {
        try await environment.database.write { tx in
            guard let request = try DeviceRequestStore.find(id, secret: secret, in: tx) else { throw Problem.notFound("device request") }
            try DeviceRequestStore.withdraw(request.id, in: tx)
        }
    }

    /// Opens the session of a device that the person approved with a factor of theirs: that proved who it is, so the new device asks nothing more.
    ///
    /// Once, within ``sessionLifetime`` of the approval, and for the holder of the request's secret and of the key that was approved.
    func signIn(_ id: String, secret: String, _ asked: DeviceSessionRequest, appID: String? = nil) async throws -> SessionGrant {
        try asked.device.check(subject: id)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard var request = try DeviceRequestStore.find(id, secret: secret, in: tx) else { throw Problem.notFound("device request") }
            guard let personID = request.personID, let deviceID = request.deviceID, let end = request.sessionUntil, now < end,
                request.publicKey == asked.device.publicKey.bytes, try PersonStore.status(of: personID, in: tx) == .active,
                let device = try DeviceStore.find(deviceID, of: personID, in: tx), device.publicKey == request.publicKey
            else { throw Problem.conflict(.requestOver, "There is no session to open by this approval, or no more.") }
            request.sessionUntil = nil
            try DeviceRequestStore.update(request, in: tx)
            try DeviceStore.touch(device.id, at: now, in: tx)
            return try StepUp(environment: environment).signIn(onApproved: device, appID: appID, at: now, in: tx)
        }
    }

    /// Lets a device in by a recovery code and opens a session, so that people without a template can sign in too; on a device that is
    /// known already, signatures are looked at again.
    func recover(_ id: String, secret: String, code typed: String, appID: String? = nil) async throws -> DeviceRequest {
        guard let code = RecoveryCode(typed: typed) else { throw RecoveryService.noCode }
        let answer = try await environment.database.write { [environment] tx -> DeviceRequest? in
            let now = environment.time.now()
            guard var request = try DeviceRequestStore.find(id, secret: secret, in: tx) else { throw Problem.notFound("device request") }
            try countTry(of: &request, at: now, in: tx)
            guard let personID = request.personID, try PersonStore.status(of: personID, in: tx) == .active,
                try RecoveryStore.consume(code, of: personID, at: now, in: tx)
            else { return nil }
            let stepUp = StepUp(environment: environment)
            let settings = environment.settings
            let session = try stepUp.accept(.recoverDevice, of: personID, shown: .recoveryCode, at: now, in: tx) { permit, telling in
                let device = try admit(&request, personID: personID, by: .recovery, permit: permit, at: now, in: tx)
                telling.name = device.name
                try AttemptStore.succeed(onDevice: device.id, of: personID, in: tx)
                return try SessionStore.grant(
                    to: personID,
                    deviceID: device.id,
                    appID: appID,
                    permit: permit,
                    settings: settings,
                    at: now,
                    in: tx
                )
            }
            try RecoveryService(environment: environment).noteUse(personID: personID, at: now, in: tx)
            var answer = request.wire(at: now)
            answer.session = session
            return answer
        }
        guard let answer else { throw RecoveryService.wrongCode }
        return answer
    }

    /// Some requests that wait for a person, those from their own network first.
    func requests(of personID: String, from network: String? = nil) async throws -> [DeviceRequest] {
        try await environment.database.read { [environment] tx in
            let now = environment.time.now()
            let near = try DeviceRequestStore.pending(of: personID, near: network, limit: Self.listLimit, at: now, in: tx)
            return near.map { $0.wire(at: now) }
        }
    }

    /// The request whose device shows a code, however many wait.
    ///
    /// A code that finds nothing counts in this session, or its holder would try codes out here and not at the request. One that does find
    /// something makes nothing good: it may be of a request of the guesser's own.
    func requests(showing code: String, to caller: SessionCaller) async throws -> [DeviceRequest] {
        try await environment.database.write { [environment] tx in
            let (now, keys) = (environment.time.now(), environment.keys)
            let scope = AttemptStore.scope(deviceCodeIn: caller.sessionID)
            let decision = try AttemptStore.reserve(scope, personID: caller.personID, policy: Self.searchPolicy, at: now, in: tx)
            if case .wait(let seconds) = decision { throw Problem.tooMany(.waitAfterFailures, retryAfter: seconds) }
            let all = try DeviceRequestStore.pending(of: caller.personID, limit: Self.searchLimit, at: now, in: tx)
            let found = try all.filter { request in
                try OneTimeCode.matches(code, sealed: request.sealedCode, table: "deviceRequest", row: request.id, keys: keys, in: tx)
            }
            if !found.isEmpty { try AttemptStore.release(scope, in: tx) }
            return found.prefix(Self.listLimit).map { $0.wire(at: now) }
        }
    }

    /// Tells a person that a device asks to be added, a few times an hour.
    private func tell(_ person: PersonRecord, of type: DeviceType, from network: String?, at now: Timestamp, in tx: any WriteTransaction)
        throws
    {
        let receiver = try LetterReceiver(person.email, keys: environment.keys, in: tx)
        let admission = try LetterStore.admit(.deviceRequested, to: receiver, from: network, at: now, in: tx)
        guard admission != .held else { return }
        try ActivityStore.append(.deviceRequested, of: person.id, at: now, deviceName: type.label, in: tx)
        try environment.notify(person, of: .deviceRequested(type, isLast: admission == .last), in: tx)
    }

    /// Lets a device in: the person signed for it on a known device and typed the code that the new one shows.
    func approve(_ id: String, _ approval: DeviceApproval, by caller: SessionCaller) async throws -> DeviceRequest {
        let personID = caller.personID
        let answer = try await environment.database.write { [environment] tx -> DeviceRequest? in
            let now = environment.time.now()
            guard var request = try DeviceRequestStore.find(id, of: personID, in: tx) else { throw Problem.notFound("device request") }
            try countTry(of: &request, at: now, in: tx)
            let matches = try OneTimeCode.matches(
                approval.code,
                sealed: request.sealedCode,
                table: "deviceRequest",
                row: id,
                keys: environment.keys,
                in: tx
            )
            guard matches else { return nil }
            let stepUp = StepUp(environment: environment)
            try stepUp.perform(.addDevice, by: caller, approval: approval.approval, subject: id, at: now, in: tx) { permit, telling in
                // A mailed code approves where an account has nothing else; it signs no one in.
                if let used = permit.used, used.method != .mailedCode { request.sessionUntil = now.adding(seconds: Self.sessionLifetime) }
                telling.name = try admit(&request, personID: personID, by: .approval, permit: permit, at: now, in: tx).name
            }
            return request.wire(at: now)
        }
        guard let answer else {
            throw Problem.invalid("code", .wrong, "is not the code that the new device shows")
        }
        return answer
    }

    /// Turns a device away.
    func decline(_ id: String, personID: String) async throws {
        try await environment.database.write { tx in
            guard var request = try DeviceRequestStore.find(id, of: personID, in: tx) else { throw Problem.notFound("device request") }
            guard request.status == .pending else { return }
            request.status = .declined
            try DeviceRequestStore.update(request, in: tx)
        }
    }

    /// The devices of a person.
    func devices(of personID: String, currentID: String?) async throws -> [Device] {
        try await environment.database.read { tx in
            try DeviceStore.list(of: personID, in: tx).map { $0.wire(currentDeviceID: currentID) }
        }
    }

    /// Removes a device with its sessions, and with the passkey that is its key.
    ///
    /// The last one stays while there is neither a recovery code nor another passkey, or the person could not get in again.
    func remove(_ id: String, approval: String?, by caller: SessionCaller) async throws {
        let personID = caller.personID
        try await environment.database.write { [environment] tx in
            guard let device = try DeviceStore.find(id, of: personID, in: tx) else { throw Problem.notFound("device") }
            let others = try DeviceStore.list(of: personID, in: tx).count - 1
            let codes = try RecoveryStore.remaining(of: personID, in: tx)
            let passkeys = try PasskeyStore.count(of: personID, in: tx) - (device.passkeyID == nil ? 0 : 1)
            guard others > 0 || codes > 0 || passkeys > 0 else {
                throw Problem.conflict(
                    .lastDevice,
                    "This is the last way into the account; add another device or a passkey, or make recovery codes first."
                )
            }
            let (stepUp, now) = (StepUp(environment: environment), environment.time.now())
            try stepUp.perform(.removeDevice, by: caller, approval: approval, subject: id, at: now, in: tx) { permit, telling in
                try Self.remove(device, permit: permit, &telling, at: now, in: tx)
            }
        }
    }

    /// Removes a device with all that hangs on it, which is told too.
    static func remove(
        _ device: DeviceRecord,
        permit: borrowing StepUp.Permit,
        _ telling: inout StepUp.Telling,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws {
        if let passkey = try device.passkeyID.flatMap({ try PasskeyStore.find($0, of: device.personID, in: tx) }) {
            telling.also.append((.removePasskey, passkey.name))
        }
        _ = try DeviceStore.delete(device.id, of: device.personID, permit: permit, at: now, in: tx)
        telling.name = device.name
    }

    /// Counts a try before its code is looked at.
    ///
    /// What follows must not throw for a wrong code, or the count would be undone with it.
    private func countTry(of request: inout DeviceRequestRecord, at now: Timestamp, in tx: any WriteTransaction) throws {
        guard request.isPending(at: now) else {
            throw Problem.conflict(.requestOver, "This device was let in or turned away already, or its time is over.")
        }
        guard request.tries < Self.tryLimit else {
            throw Problem.conflict(.triesUsedUp, "Too many wrong codes were given; let the new device ask again.")
        }
        request.tries += 1
        try DeviceRequestStore.update(request, in: tx)
    }

    private func admit(
        _ request: inout DeviceRequestRecord,
        personID: String,
        by origin: DeviceRecord.Origin,
        permit: borrowing StepUp.Permit,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> DeviceRecord {
        let device = try DeviceStore.insert(DeviceRecord(request.key, personID: personID, addedBy: origin, at: now), permit: permit, in: tx)
        request.status = .approved
        request.deviceID = device.id
        try DeviceRequestStore.update(request, in: tx)
        return device
    }
}
