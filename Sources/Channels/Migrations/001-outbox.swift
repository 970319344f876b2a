import ParaphStorage

extension Migration {
    /// Mails that wait to be sent, and those that could not be.
    static let outbox = Migration(
        name: "channels/001-outbox",
        sql: """
            CREATE TABLE outboxMail (
                id TEXT NOT NULL PRIMARY KEY,
                sealed blob,
                createdAt INTEGER NOT NULL,
                dueAt INTEGER NOT NULL,
                attempts INTEGER NOT NULL CHECK (attempts >= 0),
                diedAt INTEGER,
                failure TEXT,
                CHECK (diedAt IS NOT NULL OR sealed IS NOT NULL)
            );
            CREATE INDEX outboxMailDue ON outboxMail (dueAt) WHERE diedAt IS NULL;
            CREATE INDEX outboxMailDead ON outboxMail (diedAt) WHERE diedAt IS NOT NULL;
            """
    )
}
