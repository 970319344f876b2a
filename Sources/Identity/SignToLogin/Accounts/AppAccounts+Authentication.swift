import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit
import SignToLoginDialect

extension AppAccounts {
    /// What became of a signature.
    enum Authentication: Sendable {
        case judged(Judged)
        case wait(seconds: Int)
    }

    /// Compares a signature and keeps it with what the app told of it; the app is answered whatever the similarity is, and a match alone is a sign-in.
    ///
    /// The same request sent again within minutes, as after a lost answer, is answered as the first time, until its signature is used. A try
    /// counts as failed before it is looked at, and is given back where nothing was told of a comparison.
    /// - Throws: a ``Problem``: `notEnrolled`, `consentRequired`, `appRefused` or `unavailable`; ``SignToLoginFailure/unknownUser``.
    func authenticate(_ call: AuthenticateCall, personID: String, app: AppRecord, network: String?) async throws -> Authentication {
        if let first = try await environment.database.read({ try firstAnswer(to: call, personID: personID, app: app, in: $0) }) {
            return try await again(first, call, personID: personID, app: app)
        }
        let (attempts, decision) = try await environment.database.write { [environment] tx in
            try AppAuthenticator.requireEnabled(app.id, in: tx)
            // Who has nothing to compare with is told so, and not to wait.
            try ConsentStore.require(of: personID, in: tx)
            guard try TemplateStore.find(of: personID, forApp: app.id, in: tx) != nil else { throw Problem.notEnrolled }
            let now = environment.time.now()
            let attempts = try AppAttempts(app: app, personID: personID, network: network, at: now, in: tx)
            return (attempts, try attempts.reserve(at: now, in: tx))
        }
        if case .wait(let seconds) = decision { return .wait(seconds: seconds) }
        var circumstances = SignatureJudge.Circumstances(
            source: attempts.source,
            party: network.map { "network:\($0)" } ?? "",
            appID: app.id,
            place: call.details.place(application: app.name),
            purpose: .app
        )
        circumstances.signatureID = ShortIdentifier.random()
        circumstances.isDrawn = attempts.isDrawn
        let judged: Judged
        do {
            judged = try await judge.judge(call.sample, of: personID, circumstances: circumstances) { judged, tx in
                try keep(judged, of: call, personID: personID, app: app, attempts: attempts, in: tx)
                return judged
            }
        } catch {
            // Nothing was told of a comparison, whatever kept it from being made.
            try await environment.database.write { [now = environment.time.now()] tx in try attempts.release(at: now, in: tx) }
            switch error {
            case let problem as Problem where problem.status == 429: return .wait(seconds: problem.retryAfter ?? 1)
            case let repeated as Repeated: return try await again(repeated.first, call, personID: personID, app: app)
            case let unreadable as SignatureJudge.Unreadable: throw unreadable.cause
            default: throw error
            }
        }
        // A picture comes after its signature, so that whatever does not match leaves none.
        if judged.isMatch, let photo = call.photo {
            try await photos.keep(photo, of: judged.signatureID, personID: personID, app: app)
        }
        return .judged(judged)
    }

    /// How long a request may be sent again, in seconds.
    static let repetition: Int64 = 600

    /// The request was being looked at when it came again.
    private struct Repeated: Error {
        let first: Judged
    }

    /// The first answer once more; the picture is kept now where it could not be then.
    private func again(_ first: Judged, _ call: AuthenticateCall, personID: String, app: AppRecord) async throws -> Authentication {
        if first.isMatch, let photo = call.photo, try await photos.isMissing(of: first.signatureID) {
            try await photos.keep(photo, of: first.signatureID, personID: personID, app: app)
        }
        return .judged(first)
    }

    /// What the same request was answered; `nil` where it is new, or its signature stands on a document by now.
    private func firstAnswer(to call: AuthenticateCall, personID: String, app: AppRecord, in tx: any ReadTransaction) throws -> Judged? {
        let since = environment.time.now().adding(seconds: -Self.repetition)
        guard let id = try CaptureStore.signature(calledBy: call.digest, of: personID, inApp: app.id, since: since, in: tx),
            try environment.documents?.signaturesOnDocuments([id], in: tx).isEmpty ?? true,
            let record = try SignatureStore.find(id, keys: environment.keys, in: tx)
        else { return nil }
        return Judged(
            signatureID: id,
            similarity: record.similarity,
            isMatch: record.isMatch,
            refusal: record.refusal,
            reasons: record.refusal.map { [$0] } ?? []
        )
    }

    private func keep(
        _ judged: Judged,
        of call: AuthenticateCall,
        personID: String,
        app: AppRecord,
        attempts: AppAttempts,
        in tx: any WriteTransaction
    ) throws {
        let now = environment.time.now()
        try AppAuthenticator.requireEnabled(app.id, in: tx)
        // The person may have ended the app while their signature was compared.
        guard try AppReach.person(call.email, byAppWith: app.id, keys: environment.keys, in: tx)?.id == personID else {
            throw SignToLoginFailure.unknownUser
        }
        if judged.isCopy, let first = try firstAnswer(to: call, personID: personID, app: app, in: tx) { throw Repeated(first: first) }
        let capture = CaptureRecord(
            id: judged.signatureID,
            personID: personID,
            appID: app.id,
            kind: .signature,
            details: call.details,
            at: now,
            callDigest: try call.digest
        )
        try CaptureStore.insert(capture, keys: environment.keys, in: tx)
        if judged.isMatch {
            // Another template may have come between, and the try was not counted at it.
            if judged.template == attempts.template { try attempts.succeed(at: now, in: tx) } else { try attempts.release(at: now, in: tx) }
        }
        try CaptureStore.dropOldest(
            matched: judged.isMatch,
            of: personID,
            restricted: app.restricted,
            documents: environment.documents,
            at: now,
            keys: environment.keys,
            in: tx
        )
        // An app may send its call again where the answer was lost, so that a copy is no reason for a mail here.
        if judged.isCopy { environment.countRefusedCopy("app", in: tx) }
        let kind: ActivityKind = judged.isMatch ? .signedIn : judged.isCopy ? .copyRefused : .signInRefused
        // A holder of the key could bury what matters under refusals.
        let scope = "activity:\(kind.rawValue):\(app.restricted):\(personID)"
        guard try judged.isMatch || AppUseStore.take(scope, most: Self.refusalsTold, of: personID, at: now, in: tx) else { return }
        try ActivityStore.append(
            kind,
            of: personID,
            at: now,
            appName: app.name,
            similarity: judged.isCopy ? nil : judged.similarity,
            in: tx
        )
        if judged.isMatch { try ActivityStore.dropOldestAppSignIns(of: personID, in: tx) }
    }

    /// How many refusals of one kind a person reads of in a day.
    static let refusalsTold = 20

    /// The person whom an app reaches by an address.
    func person(_ email: EmailAddress, in app: AppRecord) async throws -> PersonRecord? {
        try await environment.database.read { try AppReach.person(email, by: app, keys: environment.keys, in: $0) }
    }
}
