import ParaphStorage
import ParaphWire
import ServerKit

/// What an app may learn and cause in a day (24 hours), over all people whom it names.
///
/// Restricted apps are counted by their owner; letters are counted by mailbox besides, of restricted apps and of the organisation's own apart.
/// The key of one of the organisation's is no secret: its letters are counted by network, and those from where the person signs apart from all.
struct AppBudget: Sendable {
    let app: AppRecord

    /// The most addresses that the apps of one owner may bring up in `/register/`: its answer tells whether an address has an account, as the
    /// dialect demands, so that this is all that a caller learns.
    static let addresses = 100

    /// Counts an address that the app brings up.
    ///
    /// - Throws: a ``Refused`` where it brought up too many today; it is thrown for every address alike.
    func bringUp(_ email: EmailAddress, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws {
        guard app.restricted else { return }
        let scope = "address:\(app.source)"
        let subject = SecretHash(of: Base64URL(try LetterReceiver(email, keys: keys, in: tx).hash).text)
        if try AppUseStore.take(scope, subject: subject, most: Self.addresses, at: now, in: tx) { return }
        throw Refused(wait: try AppUseStore.wait(scope, at: now, in: tx))
    }

    /// How many addresses the app's owner brought up in the last 24 hours.
    static func addresses(of app: AppRecord, at now: Timestamp, in tx: any ReadTransaction) throws -> Int {
        try AppUseStore.count("address:\(app.source)", at: now, in: tx)
    }

    /// Counts a letter about an address.
    ///
    /// The network is where the call came from that causes it; `nil` counts as one.
    /// - Returns: whether it may be sent.
    func takeLetter(to email: EmailAddress, from network: String?, at now: Timestamp, keys: KeyRing, in tx: any WriteTransaction) throws
        -> Bool
    {
        let receiver = try LetterReceiver(mailboxOf: email, keys: keys, in: tx)
        let person = try PersonLookup.find(proved: email, keys: keys, in: tx)
        if let person, try isHome(network, of: person, at: now, in: tx) {
            return try LetterStore.admit(.appAtHome, to: receiver, from: network, at: now, in: tx) != .held
        }
        let kind: NoticeKind = app.restricted ? .restrictedApp : .organisationApp
        let source = app.restricted ? app.source : network
        return try LetterStore.admit(kind, to: receiver, from: source, at: now, in: tx) != .held
    }

    /// Whether a person signed in a network with the signature that they gave here, or that the app compares with.
    private func isHome(_ network: String?, of personID: String, at now: Timestamp, in tx: any ReadTransaction) throws -> Bool {
        if try FamiliarNetwork.contains(network, of: TemplatePlace(personID: personID), at: now, in: tx) { return true }
        guard let known = try TemplateStore.find(of: personID, forApp: app.id, in: tx) else { return false }
        return try FamiliarNetwork.contains(network, of: known.place, at: now, in: tx)
    }

    /// The app asked for too much today.
    struct Refused: Error {
        /// The seconds until it may ask again.
        let wait: Int
    }
}
