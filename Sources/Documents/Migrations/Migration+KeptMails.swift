import ParaphStorage

extension Migration {
    /// How many addresses people sent kept documents to lately, so that nobody is flooded; not which.
    static let keptMails = Migration(
        name: "documents/008-keptMails",
        sql: """
            CREATE TABLE keptMail (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL,
                receivers INTEGER NOT NULL CHECK (receivers >= 1),
                at INTEGER NOT NULL
            );
            CREATE INDEX keptMailByPerson ON keptMail (personId, at);
            CREATE INDEX keptMailByTime ON keptMail (at);
            """
    )
}
