import ParaphStorage

extension Migration {
    /// Devices, sessions, approvals, recovery codes and the counters of failures.
    static let devices = Migration(
        name: "identity/002-devices",
        sql: """
            CREATE TABLE device (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                publicKey blob NOT NULL,
                name TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('web', 'ios', 'android', 'other')),
                model TEXT,
                osVersion TEXT,
                addedBy TEXT NOT NULL CHECK (addedBy IN ('registration', 'approval', 'recovery', 'administrator')),
                createdAt INTEGER NOT NULL,
                lastUsedAt INTEGER,
                UNIQUE (personId, publicKey)
            );
            CREATE TABLE deviceRequest (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT REFERENCES person (id) ON DELETE CASCADE,
                secretHash blob NOT NULL,
                sealedCode blob NOT NULL,
                publicKey blob NOT NULL,
                name TEXT NOT NULL,
                kind TEXT NOT NULL,
                model TEXT,
                osVersion TEXT,
                status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined')),
                tries INTEGER NOT NULL,
                deviceId TEXT,
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX deviceRequestByPerson ON deviceRequest (personId, createdAt);
            CREATE INDEX deviceRequestByExpiry ON deviceRequest (expiresAt);
            CREATE TABLE session (
                id TEXT NOT NULL PRIMARY KEY,
                tokenHash blob NOT NULL UNIQUE,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                deviceId TEXT REFERENCES device (id) ON DELETE CASCADE,
                appId TEXT,
                kind TEXT NOT NULL CHECK (kind IN ('person', 'app', 'accessToken')),
                scopes TEXT NOT NULL,
                createdAt INTEGER NOT NULL,
                lastUsedAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL,
                endsAt INTEGER NOT NULL
            );
            CREATE INDEX sessionByPerson ON session (personId, createdAt);
            CREATE INDEX sessionByDevice ON session (deviceId);
            CREATE INDEX sessionByApp ON session (appId);
            CREATE INDEX sessionByExpiry ON session (expiresAt);
            CREATE TABLE approval (
                id TEXT NOT NULL PRIMARY KEY,
                tokenHash blob NOT NULL UNIQUE,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                purpose TEXT NOT NULL,
                subject TEXT,
                method TEXT NOT NULL CHECK (method IN ('signature', 'recoveryCode')),
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX approvalByExpiry ON approval (expiresAt);
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
            """
    )
}
