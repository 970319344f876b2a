extension Baseline {
    /// Templates, pending enrolments, and what is remembered of samples; biometric data are sealed.
    ///
    /// A template is sealed for its revision, by a key of that revision's own. Accepted samples are remembered apart from refused ones, so that no
    /// caller pushes them out; both are kept for each template by itself. `strangerDraw` says which network has the next look at a signature, of
    /// those where a person never signed.
    static let templates = """
        CREATE TABLE template (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            appId TEXT,
            touch INTEGER NOT NULL CHECK (touch IN (0, 1)),
            referenceCount INTEGER NOT NULL,
            sealedBytes blob NOT NULL,
            createdAt INTEGER NOT NULL,
            revision INTEGER NOT NULL DEFAULT 1,
            confirmedBy TEXT CHECK (confirmedBy IN ('signature', 'passkey', 'recoveryCode', 'mailedCode'))
        );
        CREATE UNIQUE INDEX templateByPerson ON template (personId) WHERE appId IS NULL;
        CREATE UNIQUE INDEX templateByPersonAndApp ON template (personId, appId) WHERE appId IS NOT NULL;

        CREATE TABLE enrolment (
            id TEXT NOT NULL PRIMARY KEY,
            owner TEXT NOT NULL UNIQUE,
            personId TEXT REFERENCES person (id) ON DELETE CASCADE,
            approved INTEGER NOT NULL CHECK (approved IN (0, 1)),
            version INTEGER NOT NULL,
            submissions INTEGER NOT NULL,
            party TEXT,
            contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            emailHash blob
        );
        CREATE INDEX enrolmentByEmail ON enrolment (emailHash);
        CREATE INDEX enrolmentByExpiry ON enrolment (expiresAt);

        CREATE TABLE enrolmentSample (
            enrolmentId TEXT NOT NULL REFERENCES enrolment (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            sealed blob NOT NULL,
            PRIMARY KEY (enrolmentId, number)
        );

        CREATE TABLE trace (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            number INTEGER NOT NULL,
            templateId TEXT,
            digest blob NOT NULL,
            sealed blob NOT NULL,
            place TEXT NOT NULL DEFAULT 'own',
            PRIMARY KEY (personId, number)
        );
        CREATE INDEX traceByDigest ON trace (personId, digest);

        CREATE TABLE acceptedSample (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            digest blob NOT NULL,
            PRIMARY KEY (personId, digest)
        );

        CREATE TABLE refusedTrace (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            source TEXT NOT NULL,
            number INTEGER NOT NULL,
            family INTEGER NOT NULL,
            familySize INTEGER NOT NULL,
            digest blob NOT NULL,
            sealed blob NOT NULL,
            PRIMARY KEY (personId, source, number)
        );
        CREATE INDEX refusedTraceByDigest ON refusedTrace (personId, digest);

        CREATE TABLE sourceWatch (
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            source TEXT NOT NULL,
            place TEXT NOT NULL,
            level REAL NOT NULL,
            alarms INTEGER NOT NULL,
            heldUntil INTEGER,
            at INTEGER NOT NULL,
            PRIMARY KEY (personId, source, place)
        );
        CREATE INDEX sourceWatchByTime ON sourceWatch (at);

        CREATE TABLE strangerDraw (
            personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
            seed TEXT NOT NULL,
            network blob NOT NULL,
            blockRank REAL NOT NULL,
            networkRank REAL NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE INDEX strangerDrawByTime ON strangerDraw (at);
        """
}
