public import ParaphStorage

extension AuditStore {
    /// The ledger's tables; they belong before those of the domains.
    public static let migrations = [baseline]

    /// Entries, where the chain ends, and the checkpoints that were signed.
    ///
    /// Hashes are text, because the two engines spell bytes differently.
    static let baseline = Migration(
        name: "audit/001-baseline",
        sql: """
            CREATE TABLE auditLedger (
                sequence INTEGER NOT NULL PRIMARY KEY,
                at INTEGER NOT NULL,
                action TEXT NOT NULL,
                actor TEXT NOT NULL,
                subject TEXT,
                details TEXT,
                previous TEXT NOT NULL,
                hash TEXT NOT NULL
            );
            CREATE TABLE auditHead (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                sequence INTEGER NOT NULL CHECK (sequence >= 0),
                hash TEXT NOT NULL
            );
            INSERT INTO auditHead (id, sequence, hash) VALUES (1, 0, '\(AuditEntry.start)');
            CREATE TABLE auditCheckpoint (
                sequence INTEGER NOT NULL PRIMARY KEY,
                at INTEGER NOT NULL,
                note TEXT NOT NULL
            );
            CREATE TABLE auditKey (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                publicKey TEXT NOT NULL,
                sealed blob NOT NULL
            );
            """
    )
}
