/// The letters that somebody else than their receiver can cause, and how many of each reach one receiver.
///
/// What is bounded is the letter alone: whatever it tells of happens all the same, so that nobody can use up for others what they need.
enum LetterKind: String, CaseIterable, Sendable {
    /// A code of six digits for a registration.
    case code
    /// A long code, which there is one of a day.
    case longCode
    /// The address has an account already.
    case alreadyRegistered
    /// A device asks to be added.
    case deviceRequested
    /// Somebody lets the receiver into a document.
    case invitation
    /// Somebody whom the receiver let in signed their document.
    case documentSigned
    /// An app that people registered for themselves did something with the address, and asks whether it was its owner's doing.
    case restrictedApp
    /// One of the organisation's apps did.
    case organisationApp
    /// Any app did, from a network where the person's signature matched lately: strangers elsewhere use up none of these.
    case appAtHome

    /// How many there may be within ``window`` seconds: of everybody, and of one source.
    ///
    /// Of letters about templates this is how many different ones; each may go out ``EmailProofRecord/sendLimit`` times.
    var limits: (total: Int, ofSource: Int, window: Int64) {
        switch self {
        case .code: (3, 2, 1800)
        case .longCode: (6, 3, 86_400)
        case .alreadyRegistered: (3, 2, 1800)
        case .deviceRequested: (3, 1, 3600)
        case .invitation, .documentSigned: (20, 3, 3600)
        case .restrictedApp: (5, 2, 86_400)
        case .organisationApp: (9, 3, 86_400)
        case .appAtHome: (5, 5, 86_400)
        }
    }

    /// How many there may be of everybody within a day.
    var daily: Int {
        switch self {
        case .code, .alreadyRegistered: 10
        case .longCode: 6
        case .deviceRequested: 20
        case .invitation, .documentSigned: 100
        case .restrictedApp, .appAtHome: 5
        case .organisationApp: 9
        }
    }
}
