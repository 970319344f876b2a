extension Baseline {
    /// Challenges, the signatures that answer them, and what apps and the web app tell of where they were given.
    ///
    /// Of a signature only the drawing is kept, never its sample. The last two indexes of `signatureSample` find the oldest of those
    /// that are kept of each person in apps.
    static let signatures = """
        CREATE TABLE challenge (
            id TEXT NOT NULL PRIMARY KEY,
            purpose TEXT NOT NULL,
            personId TEXT REFERENCES person (id) ON DELETE CASCADE,
            deviceId TEXT REFERENCES device (id) ON DELETE CASCADE,
            subject TEXT,
            nonce blob NOT NULL,
            audience TEXT NOT NULL,
            bindingMessage TEXT NOT NULL,
            attempts INTEGER NOT NULL CHECK (attempts >= 0),
            failures INTEGER NOT NULL CHECK (failures >= 0),
            faults INTEGER NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'denied', 'cancelled')),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            sessionId TEXT,
            handOverId TEXT
        );
        CREATE INDEX challengeByExpiry ON challenge (expiresAt);
        CREATE INDEX challengeByPerson ON challenge (personId, createdAt);

        CREATE TABLE signatureSample (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            appId TEXT,
            deviceId TEXT,
            similarity REAL NOT NULL,
            isMatch INTEGER NOT NULL CHECK (isMatch IN (0, 1)),
            refusal TEXT,
            sealedPlace blob,
            at INTEGER NOT NULL
        );
        CREATE INDEX signatureSampleByPerson ON signatureSample (personId, at);
        CREATE INDEX signatureSampleMatchedInApps ON signatureSample (personId, at) WHERE isMatch = 1 AND appId IS NOT NULL;
        CREATE INDEX signatureSampleRefusedInApps ON signatureSample (personId, at) WHERE isMatch = 0 AND appId IS NOT NULL;

        CREATE TABLE signatureDrawing (
            signatureId TEXT NOT NULL PRIMARY KEY REFERENCES signatureSample (id) ON DELETE CASCADE,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            sealed blob NOT NULL,
            unclaimedUntil INTEGER
        );
        CREATE INDEX signatureDrawingByPerson ON signatureDrawing (personId);
        CREATE INDEX signatureDrawingByTime ON signatureDrawing (unclaimedUntil) WHERE unclaimedUntil IS NOT NULL;

        CREATE TABLE signatureForDocument (
            signatureId TEXT NOT NULL PRIMARY KEY REFERENCES signatureSample (id) ON DELETE CASCADE,
            documentHash TEXT NOT NULL,
            placedBy TEXT
        );

        CREATE TABLE capture (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            appId TEXT,
            kind TEXT NOT NULL CHECK (kind IN ('registration', 'signature')),
            sealedDetails blob NOT NULL,
            photoBlob TEXT,
            photoType TEXT,
            photoOrientation INTEGER,
            at INTEGER NOT NULL,
            callDigest blob,
            photoBytes INTEGER,
            photoUntil INTEGER
        );
        CREATE INDEX captureByPerson ON capture (personId, at);
        CREATE INDEX captureByPhotoEnd ON capture (photoUntil) WHERE photoUntil IS NOT NULL;
        """
}
