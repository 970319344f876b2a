import ParaphStorage

extension Migration {
    /// Mails that wait to be sent, and those that could not be.
    ///
    /// Mails that take a file along leave one after another, and keep no other waiting.
    static let baseline = Migration(
        name: "channels/001-baseline",
        sql: """
            CREATE TABLE outboxMail (
                id TEXT NOT NULL PRIMARY KEY,
                sealed blob,
                createdAt INTEGER NOT NULL,
                dueAt INTEGER NOT NULL,
                attempts INTEGER NOT NULL CHECK (attempts >= 0),
                diedAt INTEGER,
                failure TEXT,
                hasFile INTEGER NOT NULL DEFAULT 0 CHECK (hasFile IN (0, 1)),
                CHECK (diedAt IS NOT NULL OR sealed IS NOT NULL)
            );
            CREATE INDEX outboxMailDead ON outboxMail (diedAt) WHERE diedAt IS NOT NULL;
            CREATE INDEX outboxMailDue ON outboxMail (hasFile, dueAt) WHERE diedAt IS NULL;
            """
    )
}
