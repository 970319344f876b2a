import ParaphWire
import ServerKit

/// The mails of this domain that others than their recipient can cause, and how many of each reach one recipient.
///
/// Of mails about templates this is how many different ones; each may go out ``EmailProofRecord/sendLimit`` times.
extension NoticeKind {
    /// A code of six digits for a registration.
    static let code = NoticeKind("code", limit: NoticeLimit(total: 3, ofSource: 2, window: 1800, daily: 10))
    /// A long code, which there is one of a day.
    static let longCode = NoticeKind("longCode", limit: NoticeLimit(total: 6, ofSource: 3, window: 86_400, daily: 6))
    /// The address has an account already.
    static let alreadyRegistered = NoticeKind("alreadyRegistered", limit: NoticeLimit(total: 3, ofSource: 2, window: 1800, daily: 10))
    /// A device asks to be added.
    static let deviceRequested = NoticeKind(
        "deviceRequested",
        limit: NoticeLimit(total: 3, ofSource: 1, window: 3600, daily: 20),
        alert: .signIns
    )
    /// An app that people registered for themselves did something with the address, and asks whether it was its owner's doing.
    static let restrictedApp = NoticeKind("restrictedApp", limit: NoticeLimit(total: 5, ofSource: 2, window: 86_400, daily: 5))
    /// One of the organisation's apps did.
    static let organisationApp = NoticeKind("organisationApp", limit: NoticeLimit(total: 9, ofSource: 3, window: 86_400, daily: 9))
    /// Any app did, from a network where the person's signature matched lately: strangers elsewhere use up none of these.
    static let appAtHome = NoticeKind("appAtHome", limit: NoticeLimit(total: 5, ofSource: 5, window: 86_400, daily: 5))
}
