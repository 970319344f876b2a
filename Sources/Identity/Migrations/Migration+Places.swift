import ParaphStorage

extension Migration {
    /// Where people registered, sealed: by a key of the registration's own while it waits, then by the person's.
    static let places = Migration(
        name: "identity/021-places",
        sql: """
            CREATE TABLE registrationPlace (
                registrationId TEXT NOT NULL PRIMARY KEY REFERENCES registration (id) ON DELETE CASCADE,
                sealed blob NOT NULL
            );
            CREATE TABLE personPlace (
                personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
                sealed blob NOT NULL
            );
            """
    )
}
