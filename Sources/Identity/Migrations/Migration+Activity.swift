import ParaphStorage

extension Migration {
    /// What people see of what happened, and what administrators do.
    static let activity = Migration(
        name: "identity/004-activity",
        sql: """
            CREATE TABLE activity (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                id TEXT NOT NULL UNIQUE,
                kind TEXT NOT NULL,
                at INTEGER NOT NULL,
                appName TEXT,
                deviceName TEXT,
                similarity REAL,
                PRIMARY KEY (personId, number)
            );
            CREATE TABLE auditEntry (
                id TEXT NOT NULL PRIMARY KEY,
                at INTEGER NOT NULL,
                action TEXT NOT NULL,
                actor TEXT NOT NULL,
                subject TEXT
            );
            CREATE INDEX auditEntryByTime ON auditEntry (at);
            """
    )
}
