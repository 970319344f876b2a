import ParaphInkFormats
import ParaphStorage
import ParaphWire
import ServerKit

extension AppAccounts {
    /// What became of a signature.
    enum Authentication: Sendable {
        case judged(Judged)
        case wait(seconds: Int)
    }

    /// Compares a signature and keeps it with what the app told of it; whatever the similarity is, the person is let in.
    ///
    /// - Throws: a ``Problem``: `notEnrolled`, `consentRequired` or `appRefused`.
    func authenticate(_ call: AuthenticateCall, personID: String, app: AppRecord) async throws -> Authentication {
        let scope = AttemptStore.scope(appID: app.id, personID: personID)
        let decision = try await environment.database.write { [environment] tx in
            try AppGate.requireEnabled(app.id, in: tx)
            return try AttemptStore.reserve(scope, personID: personID, policy: Self.attempts, at: environment.time.now(), in: tx)
        }
        if case .wait(let seconds) = decision { return .wait(seconds: seconds) }
        let photo: (loose: PhotoStore.Loose, reference: PersonRecord.PhotoReference)?
        if let picture = call.photo { photo = try await environment.photos.store(picture) } else { photo = nil }
        var circumstances = SignatureJudge.Circumstances(
            appID: app.id,
            place: call.details.place(application: app.name),
            purpose: .app
        )
        circumstances.signatureID = ShortIdentifier.random()
        do {
            return .judged(
                try await judge.judge(call.sample, of: personID, circumstances: circumstances) { [environment] judged, tx in
                    let now = environment.time.now()
                    try AppGate.requireEnabled(app.id, in: tx)
                    let capture = CaptureRecord(
                        id: judged.signatureID,
                        personID: personID,
                        appID: app.id,
                        kind: .signature,
                        details: call.details,
                        photo: photo?.reference,
                        at: now
                    )
                    if let photo {
                        try PhotoStore.claim(photo.loose, for: .signature(capture.id), of: personID, keys: environment.keys, in: tx)
                    }
                    try CaptureStore.insert(capture, keys: environment.keys, in: tx)
                    if judged.isMatch { try AttemptStore.succeed(scope, in: tx) }
                    // An app may send its call again where the answer was lost, so that a copy is no reason for a mail here.
                    if judged.isCopy { environment.countRefusedCopy("app", in: tx) }
                    try ActivityStore.append(
                        judged.isMatch ? .signedIn : judged.isCopy ? .copyRefused : .signInRefused,
                        of: personID,
                        at: now,
                        appName: app.name,
                        similarity: judged.isCopy ? nil : judged.similarity,
                        in: tx
                    )
                    return judged
                }
            )
        } catch let unreadable as SignatureJudge.Unreadable {
            try await environment.database.write { try AttemptStore.release(scope, in: $0) }
            throw unreadable.cause
        }
    }

    /// The person whom an app knows by an address.
    func person(_ email: EmailAddress, in app: AppRecord) async throws -> PersonRecord? {
        try await environment.database.read { try PersonStore.find(email, inApp: app.id, in: $0) }
    }
}
