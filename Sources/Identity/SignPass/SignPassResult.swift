import ParaphStorage
import ParaphWire
import ServerKit

/// How a request stands, as its client is told.
struct SignPassResult: Hashable, Sendable {
    /// One word for each end, none of which says more than a client may know.
    enum State: String, CaseIterable, Sendable {
        /// The person has not answered.
        case pending
        /// By a signature of the person's.
        case approved
        /// The person said no.
        case declined
        /// Five signatures or numbers were wrong.
        case denied
        /// The person did not answer in time.
        case expired
        /// What was approved counts no more: the account, the device or the consent is gone, or the person took it back.
        case withdrawn
    }

    let id: String
    let state: State
    /// How many signatures were given.
    let tries: Int
    /// Since when it stands so.
    let time: Timestamp

    init(id: String, state: State, tries: Int, time: Timestamp) {
        (self.id, self.state, self.tries, self.time) = (id, state, tries, time)
    }

    /// How a request stands at a moment; what was approved is looked at again.
    init(_ request: ClientRequestRecord, at now: Timestamp, _ environment: IdentityEnvironment, in tx: any ReadTransaction) throws {
        let state: State
        switch request.status {
        case .pending: state = now < request.expiresAt ? .pending : .expired
        case .declined, .reported: state = .declined
        case .denied: state = .denied
        case .approved:
            let isGood =
                if let signatureID = request.signatureID, try PersonStore.status(of: request.personID, in: tx) == .active {
                    try environment.stands(request, by: signatureID, in: tx)
                } else { false }
            state = isGood ? .approved : .withdrawn
        }
        let time: Timestamp =
            switch state {
            case .pending: request.createdAt
            case .expired: request.expiresAt
            case .withdrawn: request.withdrawnAt ?? now
            case .approved, .declined, .denied: request.answeredAt ?? now
            }
        self.init(id: request.id, state: state, tries: request.attempts, time: time)
    }

    /// The word and the sentence for what went wrong; `nil` where nothing did.
    private var failure: (code: String, words: String)? {
        switch state {
        case .pending, .approved: nil
        case .declined: ("access_denied", "The person said no.")
        case .denied: ("too_many_tries", "Five signatures or numbers were wrong; the person was asked no further.")
        case .expired: ("expired", "The person did not answer in time.")
        case .withdrawn: ("withdrawn", "What the person approved counts no more.")
        }
    }

    var message: SignPassMessage {
        var members: [(name: String, value: SignPassMessage.Value)] = [
            ("id", .text(id)), ("state", .text(state.rawValue)), ("tries", .number(Int64(tries))), ("time", .text(time.text)),
        ]
        if let failure { members += [("error_code", .text(failure.code)), ("error", .text(failure.words))] }
        return SignPassMessage(name: "result", members: members)
    }
}
