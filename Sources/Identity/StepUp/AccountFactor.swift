import ParaphStorage
import ParaphWire
import ServerKit

/// What a person once proved themselves by, or once did, that is remembered for good.
///
/// "The first" of anything is judged by this memory and never by what is there now, which the holder of a session might change.
enum AccountFactor: String, CaseIterable, Sendable {
    case device
    /// The person's own template; one that is good in a single app is none.
    case template
    case passkey, recoveryCode
    /// The consent was withdrawn, and with it every template deleted.
    case withdrawal

    /// What can approve something without the mailbox.
    static let strong: Set<AccountFactor> = [.template, .passkey, .recoveryCode]
}

/// The rows of what accounts ever had; they are only ever added, and go with the person.
enum AccountFactorStore {
    /// Remembers a factor for good; the first time counts.
    static func remember(_ factor: AccountFactor, of personID: String, at now: Timestamp, in tx: any WriteTransaction) throws {
        try tx.execute(
            """
            INSERT INTO accountFactor (personId, factor, since) VALUES (\(personID), \(factor.rawValue), \(now))
            ON CONFLICT (personId, factor) DO NOTHING
            """
        )
    }

    /// Everything that an account ever had.
    static func all(of personID: String, in tx: any ReadTransaction) throws -> Set<AccountFactor> {
        Set(try tx.rows("SELECT factor FROM accountFactor WHERE personId = \(personID)").map { try $0.choice("factor") })
    }

    /// When an account first had a factor; `nil` where it never did.
    static func since(_ factor: AccountFactor, of personID: String, in tx: any ReadTransaction) throws -> Timestamp? {
        try tx.first("SELECT since FROM accountFactor WHERE personId = \(personID) AND factor = \(factor.rawValue)")
            .map { try $0.timestamp("since") }
    }

    /// Whether an account ever had a factor.
    static func contains(_ factor: AccountFactor, of personID: String, in tx: any ReadTransaction) throws -> Bool {
        try since(factor, of: personID, in: tx) != nil
    }
}
