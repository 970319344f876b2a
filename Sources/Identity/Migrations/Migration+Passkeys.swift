import ParaphStorage

extension Migration {
    /// Passkeys and the challenges that they answer; approvals may rest on one.
    ///
    /// Approvals live for five minutes: those that wait while the server is updated are asked for again.
    static let passkeys = Migration(
        name: "identity/020-passkeys",
        sql: """
            CREATE TABLE passkey (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                credentialId blob NOT NULL UNIQUE,
                publicKey blob NOT NULL,
                signCount INTEGER NOT NULL CHECK (signCount >= 0),
                backupEligible INTEGER NOT NULL CHECK (backupEligible IN (0, 1)),
                backedUp INTEGER NOT NULL CHECK (backedUp IN (0, 1)),
                name TEXT NOT NULL,
                createdAt INTEGER NOT NULL,
                lastUsedAt INTEGER
            );
            CREATE INDEX passkeyByPerson ON passkey (personId, createdAt);
            CREATE TABLE passkeyChallenge (
                id TEXT NOT NULL PRIMARY KEY,
                ceremony TEXT NOT NULL CHECK (ceremony IN ('registration', 'authentication')),
                personId TEXT REFERENCES person (id) ON DELETE CASCADE,
                purpose TEXT NOT NULL,
                subject TEXT,
                nonce blob NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX passkeyChallengeByPerson ON passkeyChallenge (personId);
            CREATE INDEX passkeyChallengeByExpiry ON passkeyChallenge (expiresAt);
            DROP TABLE approval;
            CREATE TABLE approval (
                id TEXT NOT NULL PRIMARY KEY,
                tokenHash blob NOT NULL UNIQUE,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                purpose TEXT NOT NULL,
                subject TEXT,
                method TEXT NOT NULL CHECK (method IN ('signature', 'recoveryCode', 'passkey')),
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX approvalByExpiry ON approval (expiresAt);
            """
    )
}
