import ParaphWire
import ServerKit

/// One row of the step-up table: what an act needs, who is told, and what undoes it.
struct StepUpRule: Hashable, Sendable {
    /// What must be shown besides the session.
    let need: Need
    /// What an approval must have been given for; `nil` where none is asked for.
    var purpose: ChallengePurpose?
    /// Whether the approval names what it is for: the id of the device request, device, passkey, app or app's letter.
    var namesSubject = false
    /// Within the enrolment window of the session that proved the address, no approval is needed while the account never had any of these;
    /// empty where one is always needed.
    var exemptBefore: Set<AccountFactor> = []
    /// Whether an app's session cannot do it, even with an approval.
    var isOwnPagesOnly = false
    /// What the person reads among what happened; `nil` where no reader is left.
    let activity: ActivityKind?
    /// Whether a mail tells them too.
    let isMailed: Bool
    /// The act that undoes it, at any time, on any device of the person and with that act's own approval; `nil` where nothing does.
    var undoneBy: ProtectedAct?

    /// What must be shown besides the session.
    enum Need: Hashable, Sendable {
        /// The session is enough.
        case session
        /// An approval: a signature, a passkey or a recovery code, given in this session. Where the account has none of the three, the code
        /// that is mailed for it: at once if it never had any, else after ``StepUp/holdTime``.
        case approval
        /// A factor that the request itself shows: the code of a registration, the link of a letter, a recovery code or a passkey.
        case shown(Set<StepUp.Method>)
        /// The administrator's own tools: no call of the API does it.
        case administrator
    }
}
