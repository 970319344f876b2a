import ParaphStorage

extension Migration {
    /// Which mails take a file along: they leave one after another, and keep no other waiting.
    static let outboxFiles = Migration(
        name: "channels/002-outboxFiles",
        sql: """
            ALTER TABLE outboxMail ADD COLUMN hasFile INTEGER NOT NULL DEFAULT 0 CHECK (hasFile IN (0, 1));
            DROP INDEX outboxMailDue;
            CREATE INDEX outboxMailDue ON outboxMail (hasFile, dueAt) WHERE diedAt IS NULL;
            """
    )
}
