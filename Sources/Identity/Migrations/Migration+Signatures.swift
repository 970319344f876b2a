import ParaphStorage

extension Migration {
    /// Templates, traces, pending enrolments, challenges and signatures; whatever tells of the hand's movement is sealed.
    static let signatures = Migration(
        name: "identity/003-signatures",
        sql: """
            CREATE TABLE template (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                appId TEXT,
                touch INTEGER NOT NULL CHECK (touch IN (0, 1)),
                referenceCount INTEGER NOT NULL,
                complexity REAL NOT NULL,
                sealed blob NOT NULL,
                createdAt INTEGER NOT NULL
            );
            CREATE UNIQUE INDEX templateByPerson ON template (personId) WHERE appId IS NULL;
            CREATE UNIQUE INDEX templateByPersonAndApp ON template (personId, appId) WHERE appId IS NOT NULL;
            CREATE TABLE trace (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                templateId TEXT,
                digest blob NOT NULL,
                sealed blob NOT NULL,
                PRIMARY KEY (personId, number)
            );
            CREATE INDEX traceByDigest ON trace (personId, digest);
            CREATE TABLE enrolment (
                id TEXT NOT NULL PRIMARY KEY,
                owner TEXT NOT NULL UNIQUE,
                personId TEXT REFERENCES person (id) ON DELETE CASCADE,
                approved INTEGER NOT NULL CHECK (approved IN (0, 1)),
                version INTEGER NOT NULL,
                submissions INTEGER NOT NULL,
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX enrolmentByExpiry ON enrolment (expiresAt);
            CREATE TABLE enrolmentSample (
                enrolmentId TEXT NOT NULL REFERENCES enrolment (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                sealed blob NOT NULL,
                PRIMARY KEY (enrolmentId, number)
            );
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
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX challengeByPerson ON challenge (personId, createdAt);
            CREATE INDEX challengeByExpiry ON challenge (expiresAt);
            CREATE TABLE signatureSample (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                appId TEXT,
                deviceId TEXT,
                similarity REAL NOT NULL,
                isMatch INTEGER NOT NULL CHECK (isMatch IN (0, 1)),
                refusal TEXT,
                sealedPlace blob,
                sealedInk blob,
                at INTEGER NOT NULL
            );
            CREATE INDEX signatureSampleByPerson ON signatureSample (personId, at);
            """
    )
}
