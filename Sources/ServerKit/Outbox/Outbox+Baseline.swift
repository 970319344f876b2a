public import ParaphStorage

extension Outbox {
    /// The table, for the database's list of migrations.
    public static let migrations = [baseline]

    /// What waits to leave, what was given up, and the keys of what was delivered lately.
    ///
    /// A key is unique in its lane. The payload is there until the item is delivered, or given up for seven days.
    static let baseline = Migration(
        name: "outbox/001-baseline",
        sql: """
            CREATE TABLE outboxItem (
                id TEXT NOT NULL PRIMARY KEY,
                lane TEXT NOT NULL,
                idempotencyKey TEXT,
                sealed blob,
                createdAt INTEGER NOT NULL,
                dueAt INTEGER NOT NULL,
                attempts INTEGER NOT NULL CHECK (attempts >= 0),
                diedAt INTEGER,
                sentAt INTEGER CHECK (sentAt IS NULL OR (idempotencyKey IS NOT NULL AND sealed IS NULL AND diedAt IS NULL)),
                failure TEXT,
                UNIQUE (lane, idempotencyKey),
                CHECK (diedAt IS NOT NULL OR sentAt IS NOT NULL OR sealed IS NOT NULL)
            );
            CREATE INDEX outboxItemByAge ON outboxItem (createdAt, id);
            CREATE INDEX outboxItemDead ON outboxItem (diedAt) WHERE diedAt IS NOT NULL;
            CREATE INDEX outboxItemDue ON outboxItem (lane, dueAt) WHERE diedAt IS NULL AND sentAt IS NULL;
            CREATE INDEX outboxItemSent ON outboxItem (sentAt) WHERE sentAt IS NOT NULL;
            """
    )
}
