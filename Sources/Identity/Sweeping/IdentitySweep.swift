import Logging
import ParaphStorage
import ParaphWire
import ServerKit

/// Deletes what is over: expired sessions, challenges, approvals, enrolments, device requests, hand-overs, registrations, letters, drawings that came to
/// stand on no document, accounts never proved or used.
struct IdentitySweep: Sendable {
    let environment: IdentityEnvironment
    /// The most rows of one kind that one turn deletes.
    var batch = 200

    /// Deletes some; each kind in a transaction of its own, so that other writers wait briefly.
    ///
    /// - Returns: whether there may be more.
    func turn() async throws -> Bool {
        var isMore = false
        for step in steps {
            let count = try await environment.database.write { [now = environment.time.now(), batch] tx in try step(now, batch, tx) }
            isMore = isMore || count >= batch
        }
        return try await UnusedAccountSweep(environment: environment, batch: min(batch, 50)).turn() || isMore
    }

    private typealias Step = @Sendable (Timestamp, Int, any WriteTransaction) throws -> Int

    private var steps: [Step] {
        let keys = environment.keys
        let documents = environment.documents
        return [
            { now, limit, tx in try SessionStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try SigningKeyStore.deleteForgotten(at: now, limit: limit, in: tx) },
            { now, limit, tx in try GrantStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try ClientConsentStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try PushedRequestStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try DeviceGrantStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try DeviceGuessStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try RequestCodeStore.deleteExpiredGuesses(at: now, limit: limit, in: tx) },
            { now, limit, tx in try UsedTokenStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try ChallengeStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try ApprovalStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try ApprovalCodeStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try EnrolmentStore.deleteExpired(at: now, limit: limit, keys: keys, in: tx) },
            { now, limit, tx in try DeviceRequestStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try HandOverStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try ClientRequestStore.noteExpired(at: now, limit: limit, keys: keys, in: tx) },
            { now, limit, tx in try ClientRequestStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try RegistrationStore.deleteExpired(at: now, limit: limit, keys: keys, in: tx) },
            { now, limit, tx in try MailedCodeStore.deleteExpired(at: now, limit: limit, keys: keys, in: tx) },
            { now, limit, tx in try LetterStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try PhoneCodeStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try EmailProofStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try AppPhotos.settle(at: now, limit: limit, documents: documents, keys: keys, in: tx) },
            { now, limit, tx in try AppAttempts.deleteQuiet(at: now, limit: limit, in: tx) },
            { now, limit, tx in try NetworkLottery.deleteQuiet(at: now, limit: limit, in: tx) },
            { now, limit, tx in try AppUseStore.deleteExpired(at: now, limit: limit, in: tx) },
            { now, limit, tx in try DrawingStore.settle(at: now, limit: limit, documents: documents, in: tx) },
            { now, limit, tx in try SourceWatchStore.deleteQuiet(at: now, limit: limit, in: tx) },
            { now, limit, tx in try AnnouncementStore.deleteOver(at: now, limit: limit, in: tx) },
        ]
    }
}
