extension Baseline {
    /// Devices, those that wait for approval, sessions, passkeys and the challenges that passkeys answer.
    ///
    /// A passkey that is the key of a device goes with the device.
    static let devices = """
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
            sessionUntil INTEGER,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            network TEXT
        );
        CREATE INDEX deviceRequestByExpiry ON deviceRequest (expiresAt);
        CREATE INDEX deviceRequestByPerson ON deviceRequest (personId, createdAt);

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
            endsAt INTEGER NOT NULL,
            clientId TEXT REFERENCES oauthClient (id) ON DELETE CASCADE,
            grantId TEXT REFERENCES oauthGrant (id) ON DELETE CASCADE,
            enrolmentEndsAt INTEGER,
            method TEXT,
            keyThumbprint TEXT,
            unheardOf blob UNIQUE,
            unheardProofs blob
        );
        CREATE INDEX sessionByApp ON session (appId);
        CREATE INDEX sessionByClient ON session (clientId);
        CREATE INDEX sessionByDevice ON session (deviceId);
        CREATE INDEX sessionByExpiry ON session (expiresAt);
        CREATE INDEX sessionByGrant ON session (grantId);
        CREATE INDEX sessionByPerson ON session (personId, createdAt);

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
            lastUsedAt INTEGER,
            deviceId TEXT REFERENCES device (id) ON DELETE CASCADE
        );
        CREATE UNIQUE INDEX passkeyByDevice ON passkey (deviceId);
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
        CREATE INDEX passkeyChallengeByExpiry ON passkeyChallenge (expiresAt);
        CREATE INDEX passkeyChallengeByPerson ON passkeyChallenge (personId);
        """
}
