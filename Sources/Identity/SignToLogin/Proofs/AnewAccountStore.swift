import ParaphStorage

/// The accounts that began anew because their letter was contested, until their owner gave a signature here.
///
/// Two parties gave signatures for the address, and whose letter a yes is said to cannot be told: so no app has a template of such an account by a
/// letter. The browser that said yes takes the signature, or the mailbox by a code on our own pages.
enum AnewAccountStore {
    /// Marks an account.
    static func mark(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE person SET anew = 'marked' WHERE id = \(personID)")
    }

    /// Whether an account waits for the signature that is given here.
    static func contains(_ personID: String, in tx: any ReadTransaction) throws -> Bool {
        try tx.first("SELECT id FROM person WHERE id = \(personID) AND anew IS NOT NULL") != nil
    }

    /// Takes the one letter that tells its owner that an app asks.
    ///
    /// - Returns: whether it may be sent.
    static func takeLetter(_ personID: String, in tx: any WriteTransaction) throws -> Bool {
        try tx.execute("UPDATE person SET anew = 'told' WHERE id = \(personID) AND anew = 'marked'") > 0
    }

    /// Takes the mark from an account whose owner gave their signature here.
    static func release(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("UPDATE person SET anew = NULL WHERE id = \(personID) AND anew IS NOT NULL")
    }
}
