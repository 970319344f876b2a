extension Baseline {
    /// The programs that act for people, what people allowed them, and the codes and tokens that hang on it.
    static let oauth = """
        CREATE TABLE oauthClient (
            id TEXT NOT NULL PRIMARY KEY,
            name TEXT NOT NULL,
            secretHash blob,
            redirectUris TEXT NOT NULL,
            grants TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            disabledAt INTEGER
        );

        CREATE TABLE oauthGrant (
            id TEXT NOT NULL PRIMARY KEY,
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            scopes TEXT NOT NULL,
            createdAt INTEGER NOT NULL,
            lastUsedAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX oauthGrantByClient ON oauthGrant (clientId);
        CREATE INDEX oauthGrantByExpiry ON oauthGrant (expiresAt);
        CREATE INDEX oauthGrantByPerson ON oauthGrant (personId, createdAt);

        CREATE TABLE oauthCode (
            codeHash blob NOT NULL PRIMARY KEY,
            grantId TEXT NOT NULL REFERENCES oauthGrant (id) ON DELETE CASCADE,
            redirectUri TEXT NOT NULL,
            challenge TEXT NOT NULL,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        );
        CREATE INDEX oauthCodeByGrant ON oauthCode (grantId);

        CREATE TABLE oauthRefreshToken (
            tokenHash blob NOT NULL PRIMARY KEY,
            grantId TEXT NOT NULL REFERENCES oauthGrant (id) ON DELETE CASCADE,
            expiresAt INTEGER NOT NULL,
            usedAt INTEGER
        );
        CREATE INDEX oauthRefreshTokenByGrant ON oauthRefreshToken (grantId);
        """
}
