extension Baseline {
    /// The apps that organisations register, the people that let them, and what they used up of what is scarce.
    ///
    /// `source` is what a restricted app is counted by: a random word for each owner's mailbox, which outlives the account. Which mailbox has which
    /// stands for a year in `appUse`, by keyed hash, and in no backup.
    static let apps = """
        CREATE TABLE app (
            id TEXT NOT NULL PRIMARY KEY,
            ownerId TEXT REFERENCES person (id) ON DELETE SET NULL,
            name TEXT NOT NULL,
            bundleId TEXT NOT NULL,
            contactEmail TEXT,
            sealedEmail blob,
            website TEXT NOT NULL,
            keyHash blob NOT NULL UNIQUE,
            disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
            createdAt INTEGER NOT NULL,
            restricted INTEGER NOT NULL DEFAULT 1 CHECK (restricted IN (0, 1)),
            nameApproved INTEGER NOT NULL DEFAULT 0 CHECK (nameApproved IN (0, 1)),
            source TEXT
        );
        CREATE INDEX appByOwner ON app (ownerId, createdAt);

        CREATE TABLE appIcon (
            appId TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
            mediaType TEXT NOT NULL,
            bytes blob NOT NULL
        );

        CREATE TABLE appGrant (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
            appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            basis TEXT NOT NULL CHECK (basis IN ('enrolled', 'mailedLink', 'device')),
            createdAt INTEGER NOT NULL,
            UNIQUE (personId, appId)
        );
        CREATE INDEX appGrantByApp ON appGrant (appId);

        CREATE TABLE appUse (
            scope TEXT NOT NULL,
            subject blob NOT NULL,
            personId TEXT REFERENCES person (id) ON DELETE CASCADE,
            until INTEGER NOT NULL,
            PRIMARY KEY (scope, subject)
        );
        CREATE INDEX appUseByEnd ON appUse (until);
        CREATE INDEX appUseByPerson ON appUse (personId);
        """
}
