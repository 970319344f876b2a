import ParaphStorage

extension Migration {
    /// What is bounded for each receiver: letters and mailed codes; where device requests come from; which names of apps were looked at.
    ///
    /// Registrations that wait begin again: their codes were their own, and are the address's now. An app without an owner was made by an
    /// administrator, or its owner is gone; the latter's names are looked at again where they matter.
    static let limits = Migration(
        name: "identity/043-limits",
        sql: """
            CREATE TABLE letter (
                id TEXT NOT NULL PRIMARY KEY,
                receiver blob NOT NULL,
                kind TEXT NOT NULL,
                source TEXT NOT NULL,
                at INTEGER NOT NULL
            );
            CREATE INDEX letterByReceiver ON letter (receiver, kind, at);
            CREATE INDEX letterByTime ON letter (at);
            CREATE TABLE mailedCode (
                id TEXT NOT NULL PRIMARY KEY,
                receiver blob NOT NULL,
                sealedDigits blob NOT NULL,
                isLong INTEGER NOT NULL CHECK (isLong IN (0, 1)),
                failures INTEGER NOT NULL CHECK (failures >= 0),
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX mailedCodeByReceiver ON mailedCode (receiver, createdAt);
            CREATE INDEX mailedCodeByTime ON mailedCode (createdAt);
            DELETE FROM objectKey WHERE object IN (SELECT 'code/' || id FROM registration);
            ALTER TABLE registration DROP COLUMN sealedDigits;
            ALTER TABLE deviceRequest ADD COLUMN network TEXT;
            ALTER TABLE app ADD COLUMN nameApproved INTEGER NOT NULL DEFAULT 0 CHECK (nameApproved IN (0, 1));
            UPDATE app SET nameApproved = 1 WHERE ownerId IS NULL;
            """
    )
}
