import ParaphStorage

/// The accounts that apps made through Sign To Login and that nothing but a mailbox was ever shown for.
///
/// Their mailbox is all there is to go by, so it may bring them their first device. The mark goes for good with the first device or set of
/// recovery codes: a person who loses those later gets access by an administrator, never by the mailbox alone.
enum MailAccountStore {
    /// Marks a new account.
    static func insert(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("INSERT INTO mailAccount (personId) VALUES (\(personID))")
    }

    /// Takes the mark from an account that something stronger than a mailbox opens from now on.
    static func delete(_ personID: String, in tx: any WriteTransaction) throws {
        try tx.execute("DELETE FROM mailAccount WHERE personId = \(personID)")
    }

    /// Whether a mailbox may bring an account its first device: nothing else opens it, or ever did.
    static func takesFirstDevice(_ person: PersonRecord, in tx: any ReadTransaction) throws -> Bool {
        guard person.status == .active, person.emailProved, person.passwordHash == nil,
            try tx.first("SELECT personId FROM mailAccount WHERE personId = \(person.id)") != nil
        else { return false }
        return try AccountFactorStore.all(of: person.id, in: tx).isEmpty
    }
}
