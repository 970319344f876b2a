import ParaphStorage

extension Migration {
    /// Who lets the web app tell where they sign, with a photo; and captures that no app sent.
    static let circumstances = Migration(
        name: "identity/049-circumstances",
        sql: """
            CREATE TABLE circumstanceConsent (
                personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
                givenAt INTEGER NOT NULL
            );
            CREATE TABLE captureAnew (
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
            INSERT INTO captureAnew (id, personId, appId, kind, sealedDetails, photoBlob, photoType, photoOrientation, at, callDigest,
                photoBytes, photoUntil)
                SELECT id, personId, appId, kind, sealedDetails, photoBlob, photoType, photoOrientation, at, callDigest, photoBytes, photoUntil
                FROM capture;
            DROP TABLE capture;
            ALTER TABLE captureAnew RENAME TO capture;
            CREATE INDEX captureByPerson ON capture (personId, at);
            CREATE INDEX captureByPhotoEnd ON capture (photoUntil) WHERE photoUntil IS NOT NULL;
            """
    )
}
