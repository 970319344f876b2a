import ParaphStorage

extension Migration {
    /// Which apps reach only those who let them, whom they reach, what they used up of what is scarce, and how long their pictures stay.
    ///
    /// An app that a person registered is restricted from now on, also where that person is gone; so the ledger is asked who made those
    /// without an owner. Whoever has a template for an app enrolled there.
    static let appGrants = Migration(
        name: "identity/041-appGrants",
        sql: """
            ALTER TABLE app ADD COLUMN restricted INTEGER NOT NULL DEFAULT 1 CHECK (restricted IN (0, 1));
            UPDATE app SET restricted = 0 WHERE ownerId IS NULL
                AND NOT EXISTS (SELECT 1 FROM auditLedger
                    WHERE auditLedger.subject = app.id AND auditLedger.action = 'appCreated' AND auditLedger.actor <> 'administrator')
                AND NOT EXISTS (SELECT 1 FROM auditEntry
                    WHERE auditEntry.subject = app.id AND auditEntry.action = 'appCreated' AND auditEntry.actor <> 'administrator');
            CREATE TABLE appGrant (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
                basis TEXT NOT NULL CHECK (basis IN ('enrolled', 'mailedLink', 'device')),
                createdAt INTEGER NOT NULL,
                UNIQUE (personId, appId)
            );
            CREATE INDEX appGrantByApp ON appGrant (appId);
            INSERT INTO appGrant (id, personId, appId, basis, createdAt)
                SELECT id, personId, appId, 'enrolled', createdAt FROM template WHERE appId IN (SELECT id FROM app);
            CREATE TABLE appUse (
                scope TEXT NOT NULL,
                subject blob NOT NULL,
                personId TEXT REFERENCES person (id) ON DELETE CASCADE,
                until INTEGER NOT NULL,
                PRIMARY KEY (scope, subject)
            );
            CREATE INDEX appUseByPerson ON appUse (personId);
            CREATE INDEX appUseByEnd ON appUse (until);
            ALTER TABLE capture ADD COLUMN callDigest blob;
            ALTER TABLE capture ADD COLUMN photoBytes INTEGER;
            ALTER TABLE capture ADD COLUMN photoUntil INTEGER;
            UPDATE capture SET photoUntil = at + 2592000000 WHERE photoBlob IS NOT NULL;
            CREATE INDEX captureByPhotoEnd ON capture (photoUntil) WHERE photoUntil IS NOT NULL;
            CREATE INDEX signatureSampleRefusedInApps ON signatureSample (personId, at) WHERE isMatch = 0 AND appId IS NOT NULL;
            """
    )
}
