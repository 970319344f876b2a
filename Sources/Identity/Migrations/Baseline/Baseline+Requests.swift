extension Baseline {
    /// What programs ask of people, the programs that a person blocked, what people see of what happened, and what the operator tells them.
    ///
    /// A program is named as `Principal.program` does. What a request says is sealed by the person's key. How a request stands is told by
    /// `clientRequest` alone, where `untold` marks what ended and its client may want to hear of; `backchannelRequest` has what the token endpoint knows of one that
    /// came by CIBA, `requestDelivery` how the client is told.
    static let requests = """
        CREATE TABLE clientRequest (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            client TEXT NOT NULL,
            kind TEXT NOT NULL,
            sealedDetails blob NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            failures INTEGER NOT NULL CHECK (failures >= 0),
            status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'declined', 'denied', 'reported')),
            signatureId TEXT,
            answeredAt INTEGER CHECK (answeredAt IS NULL OR status <> 'pending'),
            withdrawnAt INTEGER CHECK (withdrawnAt IS NULL OR status = 'approved'),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            expiryNoted INTEGER NOT NULL DEFAULT 0,
            untold INTEGER NOT NULL DEFAULT 0 CHECK (untold IN (0, 1))
        );
        CREATE INDEX clientRequestByExpiry ON clientRequest (expiresAt);
        CREATE INDEX clientRequestUnnoted ON clientRequest (expiresAt) WHERE status = 'pending' AND expiryNoted = 0;
        CREATE INDEX clientRequestUntold ON clientRequest (id) WHERE untold = 1;
        CREATE INDEX clientRequestByPerson ON clientRequest (personId, createdAt);

        CREATE TABLE backchannelRequest (
            requestId TEXT NOT NULL PRIMARY KEY REFERENCES clientRequest (id) ON DELETE CASCADE,
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            tokenHash blob NOT NULL UNIQUE,
            pollSeconds INTEGER NOT NULL,
            polledAt INTEGER,
            settledAt INTEGER,
            grantId TEXT
        );
        CREATE INDEX backchannelRequestByClient ON backchannelRequest (clientId);

        CREATE TABLE requestDelivery (
            requestId TEXT NOT NULL PRIMARY KEY REFERENCES clientRequest (id) ON DELETE CASCADE,
            clientId TEXT NOT NULL REFERENCES oauthClient (id) ON DELETE CASCADE,
            kind TEXT NOT NULL CHECK (kind IN ('ping', 'json', 'xml')),
            sealedPing blob CHECK (sealedPing IS NULL OR kind = 'ping')
        );
        CREATE INDEX requestDeliveryByClient ON requestDelivery (clientId);

        CREATE TABLE requestBlock (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            client TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (personId, client)
        );

        CREATE TABLE activity (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            id TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL,
            at INTEGER NOT NULL,
            appName TEXT,
            deviceName TEXT,
            similarity REAL,
            otherId TEXT REFERENCES person (id) ON DELETE SET NULL,
            otherIsAddress INTEGER NOT NULL CHECK (otherIsAddress IN (0, 1)),
            about TEXT NOT NULL,
            signatureId TEXT,
            PRIMARY KEY (personId, number)
        );
        CREATE INDEX activityByOther ON activity (otherId) WHERE otherId IS NOT NULL;
        CREATE INDEX activityOfSignature ON activity (signatureId) WHERE signatureId IS NOT NULL;
        CREATE INDEX activityOfAppSignIns ON activity (personId, number) WHERE kind = 'signedIn' AND appName IS NOT NULL;

        CREATE TABLE announcement (
            id TEXT NOT NULL PRIMARY KEY,
            textEn TEXT NOT NULL,
            textRu TEXT NOT NULL,
            textFr TEXT NOT NULL,
            startsAt INTEGER NOT NULL,
            endsAt INTEGER NOT NULL,
            createdAt INTEGER NOT NULL
        );
        CREATE INDEX announcementByEnd ON announcement (endsAt);
        """
}
