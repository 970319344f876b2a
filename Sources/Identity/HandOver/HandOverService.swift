import Hummingbird
import ParaphStorage
import ParaphWire
import ServerKit

/// Lets a person sign on another device of theirs what is open on this one: a phone has a better pad than a mouse.
///
/// What is drawn there is good for this document, and placed by the device that asked and by no other. Its id opens nothing: both devices show
/// sessions of their own.
struct HandOverService: Sendable {
    let environment: IdentityEnvironment

    /// Asks another device for the signature on a document.
    ///
    /// - Throws: a ``Problem``: `ownSessionRequired` to an app's session, whose code our page on the phone would vouch for; `noDevice`; `tooManyHandOvers`.
    func ask(_ wanted: HandOverRequest, by caller: SessionCaller) async throws -> HandOver {
        guard caller.appID == nil else { throw Problem.ownSessionRequired }
        guard ChallengeService.isHash(wanted.hash) else {
            throw Problem.invalid("hash", .malformed, "must be the SHA-256 of the document, 64 hexadecimal digits in lower case")
        }
        try TextRules.check(wanted.name, name: "name", length: 1...255)
        return try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard let id = caller.deviceID, let device = try DeviceStore.find(id, of: caller.personID, in: tx) else {
                throw Problem.noDevice
            }
            if let wait = try HandOverStore.wait(of: caller.sessionID, at: now, in: tx) {
                throw Problem.tooMany(.tooManyHandOvers, retryAfter: wait)
            }
            let handOver = HandOverRecord(
                wanted,
                personID: caller.personID,
                deviceID: device.id,
                sessionID: caller.sessionID,
                at: now
            )
            try HandOverStore.insert(handOver, keys: environment.keys, in: tx)
            let alert = Alert(.requests, id: handOver.id, expiresAt: handOver.expiresAt, exceptSession: caller.sessionID)
            try environment.alerts.alert(caller.personID, of: alert, in: tx)
            return try wire(handOver, to: caller, at: now, in: tx)
        }
    }

    /// How one stands; to the session that asked also how the signature looks, as long as it can be placed.
    func show(_ id: String, to caller: SessionCaller) async throws -> HandOver {
        try await environment.database.read { [environment] tx in
            let handOver = try Self.find(id, for: caller, keys: environment.keys, in: tx)
            return try wire(handOver, to: caller, at: environment.time.now(), in: tx)
        }
    }

    /// Takes one back where this session asked, and declines it from any other; one that is over stays as it is.
    func end(_ id: String, by caller: SessionCaller) async throws {
        try await environment.database.write { [environment] tx in
            let handOver = try Self.find(id, for: caller, keys: environment.keys, in: tx)
            let status: HandOverRecord.Status = handOver.sessionID == caller.sessionID ? .cancelled : .declined
            _ = try HandOverStore.end(id, of: caller.personID, as: status, at: environment.time.now(), in: tx)
        }
    }

    /// The one that a challenge for a document is to answer.
    ///
    /// - Throws: a ``Problem``: `notFound`, to an app's session too; `handOverOver`; `handOverHere` on the device that asked; `malformed` where it is for another document.
    static func answerable(
        _ id: String,
        _ request: ChallengeRequest,
        by caller: SessionCaller,
        keys: KeyRing,
        at now: Timestamp,
        in tx: any ReadTransaction
    ) throws -> HandOverRecord {
        // The device that draws says so by its key, and its person by a session of that same device.
        guard caller.deviceID == request.deviceId else { throw Problem.noDevice }
        let handOver = try find(id, for: caller, keys: keys, in: tx)
        guard handOver.isWaiting(at: now) else { throw Problem.handOverOver }
        guard handOver.deviceID != request.deviceId else { throw Problem.handOverHere }
        guard handOver.documentHash == request.subject else {
            throw Problem.invalid("subject", .other, "is another document than the one that was handed over")
        }
        return handOver
    }

    /// Apps see none: their names are what the person signs elsewhere.
    private static func find(_ id: String, for caller: SessionCaller, keys: KeyRing, in tx: any ReadTransaction) throws -> HandOverRecord {
        guard caller.appID == nil, let handOver = try HandOverStore.find(id, of: caller.personID, keys: keys, in: tx) else {
            throw Problem.notFound("hand-over")
        }
        return handOver
    }

    /// One as a session sees it.
    func wire(_ handOver: HandOverRecord, to caller: SessionCaller, at now: Timestamp, in tx: any ReadTransaction) throws -> HandOver {
        var shown = HandOver(
            id: handOver.id,
            status: handOver.wireStatus(at: now),
            hash: handOver.documentHash,
            name: handOver.name,
            deviceId: handOver.deviceID,
            deviceName: try DeviceStore.find(handOver.deviceID, of: handOver.personID, in: tx)?.name ?? "",
            isHere: caller.deviceID == handOver.deviceID,
            createdAt: handOver.createdAt,
            expiresAt: handOver.expiresAt
        )
        guard caller.sessionID == handOver.sessionID, let signatureID = handOver.signatureID, let drawnAt = handOver.drawnAt,
            now < drawnAt.adding(seconds: SignatoryDirectory.patience)
        else { return shown }
        shown.signatureId = signatureID
        shown.audience = environment.site.publicURL
        shown.ink = handOver.isBlack.map { Open($0 ? .black : .blue) }
        shown.drawing = try DrawingStore.find(signatureID, keys: environment.keys, in: tx).map(Base64URL.init)
        return shown
    }

    /// Adds the calls about hand-overs.
    func addRoutes(to router: Router<ParaphContext>) {
        router.on(IdentityEndpoints.handOver) { wanted, _, context in
            try await ask(wanted, by: context.requireCaller())
        }
        router.on(IdentityEndpoints.handedOver) { _, _, context in
            try await show(context.parameter("id"), to: context.requireCaller())
        }
        router.on(IdentityEndpoints.endHandOver) { _, _, context in
            try await end(context.parameter("id"), by: context.requireCaller())
            return Nothing()
        }
    }
}

extension Problem {
    /// It takes no signature any more.
    static let handOverOver = Problem.conflict(.handOverOver, "This was signed, declined or taken back already, or its time is over.")

    /// The device that asked is not the one to sign.
    static let handOverHere = Problem.conflict(.handOverHere, "This device asked for it; open the address on another device of yours.")
}
