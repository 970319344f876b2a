import Crypto
import ParaphStorage
import ParaphWire
import ServerKit

extension ChallengeService {
    /// The program's request that a challenge is wanted for, where it is for one.
    ///
    /// - Throws: `requestOver` where it does not wait for this person (any more).
    func asked(by wanted: ChallengeRequest, of owner: PersonRecord?, at now: Timestamp, in tx: any ReadTransaction) throws
        -> ClientRequestRecord?
    {
        guard wanted.purpose == .answerRequest else { return nil }
        let subject = wanted.subject ?? ""
        guard subject.utf8.count <= 200, !subject.utf8.contains(0), let owner,
            let request = try ClientRequestStore.pending(subject, of: owner.id, at: now, keys: environment.keys, in: tx)
        else { throw Problem.requestOver }
        return request
    }

    /// How many more signatures are looked at on a challenge; those on all challenges for one request count together.
    func attemptsLeft(_ challenge: ChallengeRecord, in tx: any ReadTransaction) throws -> Int {
        let left = challenge.attemptsLeft(of: environment.settings.challengeAttempts)
        return try challenge.requestID.map { min(left, try ClientRequestStore.attemptsLeft($0, in: tx)) } ?? left
    }
}

extension AnswerService {
    /// Approves what a program asked for, where the challenge is for such a request.
    ///
    /// - Returns: whether it still waited.
    func approveRequest(
        of challenge: ChallengeRecord,
        device: DeviceRecord,
        judged: Judged,
        statement: Base64URL,
        at now: Timestamp,
        in tx: any WriteTransaction
    ) throws -> Bool {
        guard let id = challenge.requestID, let personID = challenge.personID else { return true }
        guard let request = try ClientRequestStore.pending(id, of: personID, at: now, keys: environment.keys, in: tx),
            try ClientRequestStore.end(id, as: .approved, signatureID: judged.signatureID, at: now, in: tx)
        else { return false }
        try ActivityStore.append(
            .requestApproved,
            of: personID,
            at: now,
            appName: request.details.clientName,
            deviceName: device.name,
            similarity: judged.similarity,
            in: tx
        )
        let details = [
            "client": request.client, "signature": judged.signatureID, "digests": "\(request.details.digests.count)", "device": device.id,
            "statement": statement.text,
        ]
        try AuditStore.append(.requestApproved, actor: personID, subject: id, details: details, at: now, in: tx)
        environment.count(.approved, in: tx)
        return true
    }

    /// Counts a try with another number than the program shows; the signature that came with it is not looked at.
    func refuseCode(challengeID: String, personID: String, device: DeviceRecord) async throws -> ChallengeResult {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard var challenge = try ChallengeStore.find(challengeID, in: tx), challenge.status == .open else {
                throw Problem.challengeOver
            }
            // It tells nothing of whose hand it was: the device need not wait for it.
            try AttemptStore.release(AttemptStore.scope(deviceID: device.id), in: tx)
            challenge.failures += 1
            let isOver = try failRequest(of: challenge, at: now, in: tx) || challenge.failures >= environment.settings.challengeAttempts
            if isOver { challenge.status = .denied }
            try ChallengeStore.update(challenge, in: tx)
            try ActivityStore.append(.requestRefused, of: personID, at: now, deviceName: device.name, in: tx)
            return ChallengeResult(
                outcome: isOver ? .denied : .refused,
                refusal: Open(.wrongCode),
                attemptsLeft: try ChallengeService(environment: environment).attemptsLeft(challenge, in: tx)
            )
        }
    }

    /// Counts a signature that was not the person's against the request that it was for.
    ///
    /// - Returns: whether that ended the request.
    func failRequest(of challenge: ChallengeRecord, at now: Timestamp, in tx: any WriteTransaction) throws -> Bool {
        guard let id = challenge.requestID, try ClientRequestStore.fail(id, at: now, in: tx) else { return false }
        environment.count(.denied, in: tx)
        return true
    }
}

extension ChallengeAnswer {
    /// SHA-256 of what the device signed, for the ledger: of the compact JWS as it came, else of the canonical claims, which a passkey signs.
    var fingerprint: Base64URL {
        Base64URL(SHA256.hash(data: assertion.map { Array($0.utf8) } ?? passkey?.claims.canonical ?? []))
    }
}
