import ParaphStorage
import ParaphWire
public import ServerKit

/// Who runs the instance, as alarms reach them.
public struct OperatorContact: Hashable, Sendable {
    let email: EmailAddress
    let language: Language

    /// Names the operator; `nil` where mail cannot be sent to the address.
    public init?(email: String, language: Language) {
        guard let email = EmailAddress(email) else { return nil }
        self.email = email
        self.language = language
    }
}

extension IdentityEnvironment {
    /// Mails an alarm to the operator, as far as they set an address and had not enough of the kind within a day.
    ///
    /// What caused it, the source, uses up none of the mails about others.
    func tellOperator(_ notice: OperatorNotice, causedBy source: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        guard let contact = settings.operatorContact else { return }
        let receiver = try LetterReceiver(contact.email, keys: keys, in: tx)
        guard try LetterStore.admit(notice.kind, to: receiver, from: source, at: now, in: tx) != .held else { return }
        try mailer.enqueue(notice.mail(to: contact.email, in: contact.language, site: site), in: tx)
    }

    /// Tells a person, once a day, and the operator that a program asks too often.
    func noteFlood(_ flood: RequestFlood, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tellOperator(.requestFlood(client: flood.clientName), causedBy: flood.client, at: now, in: tx)
        let since = now.adding(seconds: -86_400)
        guard try !ActivityStore.contains(.requestsThrottled, of: flood.personID, since: since, in: tx),
            let person = try PersonStore.find(flood.personID, keys: keys, in: tx)
        else { return }
        try ActivityStore.append(.requestsThrottled, of: person.id, at: now, appName: flood.clientName, in: tx)
        try notify(person, with: RequestFloodNotice(client: flood.clientName), in: tx)
    }
}

/// A request that was not put before its person, because there were too many.
struct RequestFlood: Error {
    let client: String
    let clientName: String?
    let personID: String
    /// The seconds after which the program may ask again.
    let wait: Int
    /// Whether the program seems to wear the person down; what merely still waits is no alarm.
    let isAlarming: Bool
}
