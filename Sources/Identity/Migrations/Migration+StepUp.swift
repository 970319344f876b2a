import ParaphStorage

extension Migration {
    /// What accounts ever had, remembered for good; approvals, challenges and enrolments that belong to one session; approvals by mailed codes.
    ///
    /// Approvals and pending enrolments live for minutes: those that wait while the server is updated are begun again.
    static let stepUp = Migration(
        name: "identity/040-stepUp",
        sql: """
            CREATE TABLE accountFactor (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                factor TEXT NOT NULL CHECK (factor IN ('device', 'template', 'passkey', 'recoveryCode', 'withdrawal')),
                since INTEGER NOT NULL,
                PRIMARY KEY (personId, factor)
            );
            INSERT INTO accountFactor (personId, factor, since)
                SELECT personId, 'device', MIN(since) FROM (
                    SELECT personId, createdAt AS since FROM device
                    UNION ALL SELECT personId, at FROM activity
                        WHERE kind IN ('deviceAdded', 'deviceRemoved') OR (kind = 'registered' AND appName IS NULL)
                ) AS known GROUP BY personId;
            INSERT INTO accountFactor (personId, factor, since)
                SELECT personId, 'template', MIN(since) FROM (
                    SELECT personId, createdAt AS since FROM template WHERE appId IS NULL
                    UNION ALL SELECT personId, at FROM activity
                        WHERE kind = 'signatureModified' OR (kind = 'enrolled' AND appName IS NULL)
                ) AS known GROUP BY personId;
            INSERT INTO accountFactor (personId, factor, since)
                SELECT personId, 'passkey', MIN(since) FROM (
                    SELECT personId, createdAt AS since FROM passkey
                    UNION ALL SELECT personId, at FROM activity WHERE kind IN ('passkeyAdded', 'passkeyRemoved', 'passkeyUsed')
                ) AS known GROUP BY personId;
            INSERT INTO accountFactor (personId, factor, since)
                SELECT personId, 'recoveryCode', MIN(since) FROM (
                    SELECT recoveryCode.personId, person.createdAt AS since
                        FROM recoveryCode JOIN person ON person.id = recoveryCode.personId
                    UNION ALL SELECT personId, at FROM activity WHERE kind IN ('recoveryCodesRenewed', 'recoveryCodeUsed')
                ) AS known GROUP BY personId;
            INSERT INTO accountFactor (personId, factor, since)
                SELECT personId, 'withdrawal', MIN(at) FROM activity WHERE kind = 'consentWithdrawn' GROUP BY personId;
            ALTER TABLE session ADD COLUMN enrolmentEndsAt INTEGER;
            ALTER TABLE challenge ADD COLUMN sessionId TEXT;
            DROP TABLE approval;
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
            CREATE INDEX approvalCodeByPerson ON approvalCode (personId, createdAt);
            CREATE INDEX approvalCodeBySession ON approvalCode (sessionId);
            CREATE INDEX approvalCodeByExpiry ON approvalCode (expiresAt);
            CREATE TABLE mailboxHold (
                sessionId TEXT NOT NULL PRIMARY KEY REFERENCES session (id) ON DELETE CASCADE,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                startedAt INTEGER NOT NULL
            );
            CREATE INDEX mailboxHoldByPerson ON mailboxHold (personId);
            """
    )
}
