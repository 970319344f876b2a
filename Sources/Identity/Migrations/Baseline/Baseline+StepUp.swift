extension Baseline {
    /// What accounts ever had, remembered for good; approvals of a session and the mailed codes for them, recovery codes and the counters of
    /// failures.
    static let stepUp = """
        CREATE TABLE accountFactor (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            factor TEXT NOT NULL CHECK (factor IN ('device', 'template', 'passkey', 'recoveryCode', 'withdrawal')),
            since INTEGER NOT NULL,
            PRIMARY KEY (personId, factor)
        );

        CREATE TABLE approval (
            id TEXT NOT NULL PRIMARY KEY,
            tokenHash blob NOT NULL UNIQUE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL,
            subject TEXT,
            method TEXT NOT NULL CHECK (method IN ('signature', 'recoveryCode', 'passkey', 'mailedCode')),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX approvalByExpiry ON approval (expiresAt);
        CREATE INDEX approvalBySession ON approval (sessionId);

        CREATE TABLE approvalCode (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
            purpose TEXT NOT NULL,
            subject TEXT,
            sealedCode blob NOT NULL,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX approvalCodeByExpiry ON approvalCode (expiresAt);
        CREATE INDEX approvalCodeByPerson ON approvalCode (personId, createdAt);
        CREATE INDEX approvalCodeBySession ON approvalCode (sessionId);

        CREATE TABLE recoveryCode (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            hash blob NOT NULL,
            UNIQUE (personId, hash)
        );

        CREATE TABLE attempt (
            scope TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            failures INTEGER NOT NULL CHECK (failures >= 0),
            lastAt INTEGER NOT NULL
        );

        CREATE TABLE mailboxHold (
            sessionId TEXT NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            startedAt INTEGER NOT NULL
        );
        CREATE INDEX mailboxHoldByPerson ON mailboxHold (personId);
        """
}
