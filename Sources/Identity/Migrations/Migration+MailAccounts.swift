import ParaphStorage

extension Migration {
    /// The accounts that apps made and that nothing but a mailbox was ever shown for.
    static let mailAccounts = Migration(
        name: "identity/022-mailAccounts",
        sql: """
            CREATE TABLE mailAccount (
                personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE
            );
            """
    )
}
