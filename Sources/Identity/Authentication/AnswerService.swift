import ParaphInk
import ParaphStorage
import ParaphWire
import ServerKit

/// Looks at answers to challenges: first the device's statement, then, once a try is counted, the signature.
struct AnswerService: Sendable {
    let environment: IdentityEnvironment

    /// Looks at an answer.
    ///
    /// Nothing is compared unless the device's own key signed the statement and a try was free: of any number of answers at once, five are
    /// looked at. A try is counted as failed before the comparison begins.
    func answer(_ id: String, _ answer: ChallengeAnswer, appID: String? = nil) async throws -> ChallengeResult {
        let asked = try await load(id)
        let given = try await authenticated(answer, to: asked)
        guard let personID = asked.challenge.personID, let device = asked.device else { throw Problem.challengeOver }
        try await reserve(given, of: asked.challenge, personID: personID, device: device)
        guard given.isCodeRight else { return try await refuseCode(challengeID: id, personID: personID, device: device) }
        var circumstances = SignatureJudge.Circumstances(source: SignatureSource(device), party: device.id, deviceID: device.id)
        if asked.challenge.purpose == .signDocument { circumstances.purpose = .document }
        do {
            let result = try await SignatureJudge(environment: environment).judge(given.sample, of: personID, circumstances: circumstances)
            {
                judged,
                tx in
                try conclude(judged, of: given, challengeID: id, personID: personID, device: device, appID: appID, in: tx)
            }
            switch result {
            case .told(let result): return result
            case .over(let isMatch):
                // The person did what was asked: what ended meanwhile is no failure of theirs.
                if isMatch { try await release(given.attempt, of: asked.challenge, device: device) }
                throw Problem.challengeOver
            }
        } catch let problem as Problem where problem.status == 503 || problem.status == 429 {
            try await release(given.attempt, of: asked.challenge, device: device)
            throw problem
        } catch let unreadable as SignatureJudge.Unreadable {
            try await release(given.attempt, of: asked.challenge, device: device)
            throw unreadable.cause
        }
    }

    private func load(_ id: String) async throws -> Answerable {
        try await environment.database.read { [environment] tx in
            guard let challenge = try ChallengeStore.find(id, in: tx) else { throw Problem.notFound("challenge") }
            guard challenge.isOpen(at: environment.time.now()) else { throw Problem.challengeOver }
            guard let personID = challenge.personID, let deviceID = challenge.deviceID,
                let device = try DeviceStore.find(deviceID, of: personID, in: tx)
            else { return Answerable(challenge: challenge, device: nil, passkey: nil) }
            let passkey = try device.passkeyID.flatMap { try PasskeyStore.find($0, of: personID, in: tx) }
            var request: ClientRequestRecord.Details?
            if let id = challenge.requestID {
                let (now, keys) = (environment.time.now(), environment.keys)
                guard let asked = try ClientRequestStore.pending(id, of: personID, at: now, keys: keys, in: tx) else {
                    throw Problem.requestOver
                }
                request = asked.details
            }
            var handOver: HandOverRecord?
            if let id = challenge.handOverID {
                // It goes with its session and its device: where either is gone there is nothing to sign for.
                handOver = try HandOverStore.find(id, of: personID, keys: environment.keys, in: tx)
                guard handOver?.isWaiting(at: environment.time.now()) == true else { throw Problem.handOverOver }
            }
            return Answerable(challenge: challenge, device: device, passkey: passkey, request: request, handOver: handOver)
        }
    }

    /// The sample and the attempt's number, once the device's statement about them holds.
    private func authenticated(_ answer: ChallengeAnswer, to asked: Answerable) async throws -> Authenticated {
        do {
            let verifier = StatementVerifier(environment: environment, asked: asked)
            let verified = try verifier.verify(answer)
            let sample = try Self.sample(answer.sample.bytes)
            return Authenticated(
                sample: sample,
                attempt: verified.attempt,
                passkey: verified.passkey,
                isCodeRight: verified.isCodeRight,
                fingerprint: answer.fingerprint,
                handOver: asked.handOver,
                isBlack: answer.ink == .black
            )
        } catch let copied as StatementVerifier.CounterFault {
            throw try await environment.database.write { try refuse(copied, of: asked, in: $0) }
        } catch let problem as Problem where problem.status != 409 {
            try await environment.database.write { try ChallengeStore.addFault(asked.challenge.id, in: $0) }
            throw problem
        }
    }

    /// What a statement is answered with that holds but for the passkey's counter: one that was sent twice needs no alarm.
    private func refuse(_ fault: StatementVerifier.CounterFault, of asked: Answerable, in tx: any WriteTransaction) throws -> Problem {
        guard let current = try ChallengeStore.find(asked.challenge.id, in: tx) else { return .challengeOver }
        if current.attempts & 1 << (fault.attempt - 1) != 0 { return .attemptUsed(fault.attempt) }
        try ChallengeStore.addFault(current.id, in: tx)
        if let passkey = asked.passkey, let person = try PersonStore.find(passkey.personID, keys: environment.keys, in: tx) {
            try PasskeyService(environment: environment).noteCopy(of: passkey, person, at: environment.time.now(), in: tx)
        }
        return .badPasskey(fault.error)
    }

    /// Counts the attempt as failed, if there is one left and the device need not wait.
    private func reserve(_ given: Authenticated, of challenge: ChallengeRecord, personID: String, device: DeviceRecord) async throws {
        try await environment.database.write { [environment] tx in
            let now = environment.time.now()
            guard var current = try ChallengeStore.find(challenge.id, in: tx), current.isOpen(at: now),
                try PersonStore.status(of: personID, in: tx) == .active,
                let known = try DeviceStore.find(device.id, of: personID, in: tx), known.publicKey == device.publicKey
            else { throw Problem.challengeOver }
            let bit = 1 << (given.attempt - 1)
            guard current.attempts & bit == 0 else { throw Problem.attemptUsed(given.attempt) }
            if let id = challenge.requestID, try !ClientRequestStore.reserve(id, at: now, in: tx) { throw Problem.requestOver }
            if let passkey = given.passkey, try !PasskeyStore.advance(passkey, in: tx) { throw Problem.answerOvertaken }
            try ConsentStore.require(of: personID, in: tx)
            guard try TemplateStore.find(of: personID, forApp: nil, in: tx) != nil else { throw Problem.notEnrolled }
            let scope = AttemptStore.scope(deviceID: device.id)
            switch try AttemptStore.reserve(scope, personID: personID, policy: AttemptPolicy(), at: now, in: tx) {
            case .allowed: break
            case .wait(let seconds): throw Problem.tooMany(.waitAfterFailures, retryAfter: seconds)
            case .stopped: throw Problem.biometricsStopped
            }
            current.attempts |= bit
            try ChallengeStore.update(current, in: tx)
        }
    }

    /// Gives an attempt back that could not be looked at.
    private func release(_ attempt: Int, of challenge: ChallengeRecord, device: DeviceRecord) async throws {
        try await environment.database.write { tx in
            guard var current = try ChallengeStore.find(challenge.id, in: tx) else { return }
            current.attempts &= ~(1 << (attempt - 1))
            try ChallengeStore.update(current, in: tx)
            try AttemptStore.release(AttemptStore.scope(deviceID: device.id), in: tx)
            if let id = challenge.requestID { try ClientRequestStore.release(id, in: tx) }
        }
    }

    /// What a comparison came to.
    private enum Conclusion: Sendable {
        case told(ChallengeResult)
        /// The challenge, or what it was for, ended while it ran.
        case over(isMatch: Bool)
    }

    /// Writes what a comparison means.
    private func conclude(
        _ judged: Judged,
        of given: Authenticated,
        challengeID: String,
        personID: String,
        device: DeviceRecord,
        appID: String?,
        in tx: any WriteTransaction
    ) throws -> Conclusion {
        let now = environment.time.now()
        let over = Conclusion.over(isMatch: judged.isMatch)
        guard var challenge = try ChallengeStore.find(challengeID, in: tx), challenge.status == .open,
            let person = try PersonStore.find(personID, keys: environment.keys, in: tx), person.status == .active,
            try DeviceStore.find(device.id, of: personID, in: tx) != nil
        else { return over }
        let left = try ChallengeService(environment: environment).attemptsLeft(challenge, in: tx)
        if judged.isMatch {
            guard try approveRequest(of: challenge, device: device, judged: judged, statement: given.fingerprint, at: now, in: tx) else {
                return over
            }
            if let handOver = given.handOver {
                let id = judged.signatureID
                guard try HandOverStore.settle(handOver.id, of: personID, by: id, isBlack: given.isBlack, at: now, in: tx) else {
                    return over
                }
            }
        }
        var result = ChallengeResult(
            outcome: .accepted,
            similarity: judged.refusal == nil ? judged.similarity : nil,
            refusal: judged.refusal.map(Open.init(rawValue:)),
            reasons: judged.isMatch ? [] : judged.reasons.map(Open.init(rawValue:)),
            attemptsLeft: left
        )
        let scope = AttemptStore.scope(deviceID: device.id)
        if judged.isMatch {
            challenge.status = .accepted
            try AttemptStore.succeed(scope, in: tx)
            try DeviceStore.touch(device.id, at: now, in: tx)
            try grant(
                challenge,
                personID: personID,
                device: device,
                appID: appID,
                judged: judged,
                placedBy: given.handOver?.deviceID,
                at: now,
                into: &result,
                in: tx
            )
        } else if judged.isNoSignature {
            // It costs no try, as often as a challenge bears faults.
            challenge.attempts &= ~(1 << (given.attempt - 1))
            try AttemptStore.release(scope, in: tx)
            if let id = challenge.requestID { try ClientRequestStore.release(id, in: tx) }
            try ChallengeStore.addFault(challenge.id, in: tx)
            result.outcome = Open(.refused)
            result.attemptsLeft = try ChallengeService(environment: environment).attemptsLeft(challenge, in: tx)
        } else {
            // Tries that are taken may still be compared: the challenge is denied when the last comparison failed, not when it began.
            challenge.failures += 1
            let isDenied = try failRequest(of: challenge, at: now, in: tx)
            let isOver = isDenied || challenge.failures >= environment.settings.challengeAttempts
            result.outcome = Open(isOver ? .denied : .refused)
            if isOver { challenge.status = .denied }
            result.retryAfter = try ChallengeService(environment: environment).retryAfter(deviceID: device.id, at: now, in: tx)
            if judged.isCopy { try environment.noteRefusedCopy(of: person, device: device, at: now, in: tx) }
            if !judged.isCopy || challenge.requestID != nil {
                try ActivityStore.append(
                    Self.refusal(of: challenge.purpose),
                    of: personID,
                    at: now,
                    deviceName: device.name,
                    similarity: judged.isCopy ? nil : judged.similarity,
                    in: tx
                )
            }
            let failures = try AttemptStore.failures(scope, in: tx)
            if failures == AttemptPolicy().freeFailures {
                try environment.notify(person, of: .signaturesRefused(device: device.name), in: tx)
            }
            if failures == AttemptPolicy().hardStop {
                try ActivityStore.append(.signaturesStopped, of: personID, at: now, deviceName: device.name, in: tx)
                try environment.notify(person, of: .signaturesStopped(device: device.name), in: tx)
            }
        }
        try ChallengeStore.update(challenge, in: tx)
        return .told(result)
    }

    /// What a signature that did not match is called, by what it was for.
    private static func refusal(of purpose: ChallengePurpose) -> ActivityKind {
        switch purpose {
        case .signIn: .signInRefused
        case .signDocument: .signatureRefused
        case .answerRequest: .requestRefused
        default: .approvalRefused
        }
    }

    /// Opens what the challenge was for.
    private func grant(
        _ challenge: ChallengeRecord,
        personID: String,
        device: DeviceRecord,
        appID: String?,
        judged: Judged,
        placedBy: String?,
        at now: Timestamp,
        into result: inout ChallengeResult,
        in tx: any WriteTransaction
    ) throws {
        if challenge.purpose == .signDocument, let hash = challenge.subject {
            try DocumentSignatureStore.insert(judged.signatureID, documentHash: hash, placedBy: placedBy, in: tx)
            // The one that asked is named too: an unlocked browser may have.
            let asker = try placedBy.flatMap { try DeviceStore.find($0, of: personID, in: tx) }
            let id = judged.signatureID
            try ActivityStore.append(
                .signatureGiven,
                of: personID,
                at: now,
                deviceName: [device.name, asker?.name].compactMap(\.self).joined(separator: " → "),
                similarity: judged.similarity,
                signatureID: id,
                in: tx
            )
            result.signatureId = id
            return
        }
        // What a program asked for is approved by now, and there is nothing else to give.
        if challenge.purpose == .answerRequest { return }
        guard challenge.purpose == .signIn else {
            // Without the session that asked it cannot be used.
            guard let sessionID = challenge.sessionID, try SessionStore.isOpen(sessionID, of: personID, at: now, in: tx) else { return }
            result.approval =
                try ApprovalStore.issue(
                    to: personID,
                    sessionID: sessionID,
                    purpose: challenge.purpose,
                    subject: challenge.subject,
                    method: .signature,
                    at: now,
                    in: tx
                ).approval
            return
        }
        result.session = try StepUp(environment: environment)
            .signIn(on: device, shown: .signature, similarity: judged.similarity, appID: appID, at: now, in: tx)
    }

    /// Reads a sample as clients send it.
    ///
    /// - Throws: a `malformed` ``Problem`` that says what is wrong with it.
    static func sample(_ bytes: [UInt8], field: String = "sample") throws -> Sample {
        do throws(InkError) {
            let sample = try Sample(decoding: bytes)
            try sample.validate()
            return sample
        } catch {
            let place = [error.stroke.map { "stroke \($0)" }, error.position.map { "position \($0)" }].compactMap(\.self)
            throw Problem.invalid(
                field,
                FieldCode(rawValue: "\(error.code)"),
                "is no sample that can be used: \(error.code) \(place.joined(separator: ", "))"
            )
        }
    }
}

/// A challenge with the device that it is for, and the passkey that is this device's key; without either for a decoy.
struct Answerable: Sendable {
    let challenge: ChallengeRecord
    let device: DeviceRecord?
    let passkey: PasskeyRecord?
    /// What the program's request says that the challenge is for.
    var request: ClientRequestRecord.Details?
    /// What another device of the person asked for.
    var handOver: HandOverRecord?
}

/// An answer whose statement holds.
private struct Authenticated: Sendable {
    let sample: Sample
    let attempt: Int
    /// The passkey that signed, with its counter to be kept.
    let passkey: PasskeyRecord?
    /// Whether the number is right that was typed; so where none was asked for.
    let isCodeRight: Bool
    /// SHA-256 of the statement.
    let fingerprint: Base64URL
    /// What another device asked for, which the statement names.
    let handOver: HandOverRecord?
    let isBlack: Bool
}
