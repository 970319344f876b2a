extension Baseline {
    /// The programs that act for people, what people allowed them, the codes and tokens that hang on it, and what ID tokens
    /// are made with: each client's own name for a person, and the keys.
    static let oauth = """
        CREATE TABLE oauthClient (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            secretHash blob,
            keys TEXT CHECK (keys IS NULL OR secretHash IS NULL),
            redirectUris TEXT NOT NULL,
            logoutUris TEXT NOT NULL,
            grants TEXT NOT NULL,
            isRestricted INTEGER NOT NULL CHECK (isRestricted IN (0, 1)),
            followsFAPI INTEGER NOT NULL CHECK (followsFAPI IN (0, 1)),
            showsCode INTEGER NOT NULL CHECK (showsCode IN (0, 1)),
            idTokenAlgorithm TEXT NOT NULL CHECK (idTokenAlgorithm IN ('RS256', 'ES256')),
            createdAt INTEGER NOT NULL,
            disabledAt INTEGER
        );

        CREATE TABLE oauthClientDelivery (
            clientId TEXT NOT NULL PRIMARY KEY REFERENCES oauthClient (id) ON DELETE CASCADE,
            notificationUri TEXT,
            callbackUri TEXT,
            signsRequests INTEGER NOT NULL CHECK (signsRequests IN (0, 1)),
            bringsUserCode INTEGER NOT NULL CHECK (bringsUserCode IN (0, 1))
        );

        CREATE TABLE oauthOrigin (
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            origin TEXT NOT NULL,
            PRIMARY KEY (clientId, origin)
        );
        CREATE INDEX oauthOriginByOrigin ON oauthOrigin (origin);

        CREATE TABLE oauthPushedRequest (
            uriHash blob NOT NULL PRIMARY KEY,
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            parameters TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX oauthPushedRequestByClient ON oauthPushedRequest (clientId);
        CREATE INDEX oauthPushedRequestByExpiry ON oauthPushedRequest (expiresAt);

        CREATE TABLE oauthGrant (
            id TEXT NOT NULL PRIMARY KEY,
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            claims TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            lastUsedAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX oauthGrantByClient ON oauthGrant (clientId);
        CREATE INDEX oauthGrantByExpiry ON oauthGrant (expiresAt);
        CREATE INDEX oauthGrantByPerson ON oauthGrant (personId, createdAt);

        CREATE TABLE oauthConsent (
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            givenAt INTEGER NOT NULL,
            lastUsedAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            PRIMARY KEY (clientId, personId)
        );
        CREATE INDEX oauthConsentByExpiry ON oauthConsent (expiresAt);
        CREATE INDEX oauthConsentByPerson ON oauthConsent (personId);

        CREATE TABLE oauthCode (
            codeHash blob NOT NULL PRIMARY KEY,
            grantId TEXT NOT NULL REFERENCES oauthGrant (id) ON DELETE CASCADE,
            redirectUri TEXT NOT NULL,
            challenge TEXT NOT NULL,
            nonce TEXT,
            authenticatedAt INTEGER NOT NULL,
            method TEXT,
            keyThumbprint TEXT,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        );
        CREATE INDEX oauthCodeByGrant ON oauthCode (grantId);

        CREATE TABLE oauthRefreshToken (
            tokenHash blob NOT NULL PRIMARY KEY,
            grantId TEXT NOT NULL REFERENCES oauthGrant (id) ON DELETE CASCADE,
            keyThumbprint TEXT,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        );
        CREATE INDEX oauthRefreshTokenByGrant ON oauthRefreshToken (grantId);

        CREATE TABLE oauthDeviceRequest (
            id TEXT NOT NULL PRIMARY KEY,
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            codeHash blob NOT NULL UNIQUE,
            userCodeHash blob NOT NULL UNIQUE,
            scopes TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined')),
            grantId TEXT,
            authenticatedAt INTEGER,
            method TEXT,
            pollSeconds INTEGER NOT NULL,
            polledAt INTEGER,
            redeemedAt INTEGER,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX oauthDeviceRequestByClient ON oauthDeviceRequest (clientId);
        CREATE INDEX oauthDeviceRequestByExpiry ON oauthDeviceRequest (expiresAt);

        CREATE TABLE oauthDeviceGuess (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            count INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX oauthDeviceGuessByExpiry ON oauthDeviceGuess (expiresAt);

        CREATE TABLE requestCode (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            hash blob NOT NULL,
            setAt INTEGER NOT NULL
        );

        CREATE TABLE requestCodeGuess (
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            count INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            PRIMARY KEY (clientId, personId)
        );
        CREATE INDEX requestCodeGuessByExpiry ON requestCodeGuess (expiresAt);
        CREATE INDEX requestCodeGuessByPerson ON requestCodeGuess (personId);

        CREATE TABLE oauthSubject (
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            subject TEXT NOT NULL UNIQUE,
            PRIMARY KEY (clientId, personId)
        );
        CREATE INDEX oauthSubjectByPerson ON oauthSubject (personId);

        CREATE TABLE oauthUsedToken (
            hash blob NOT NULL PRIMARY KEY,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX oauthUsedTokenByExpiry ON oauthUsedToken (expiresAt);

        CREATE TABLE signingKey (
            id TEXT NOT NULL PRIMARY KEY,
            algorithm TEXT NOT NULL CHECK (algorithm IN ('RS256', 'ES256')),
            publicKey blob NOT NULL,
            sealedKey blob CHECK (sealedKey IS NULL OR replacedAt IS NULL),
            createdAt INTEGER NOT NULL,
            replacedAt INTEGER
        );
        CREATE UNIQUE INDEX signingKeyInUse ON signingKey (algorithm) WHERE replacedAt IS NULL;
        """
}
