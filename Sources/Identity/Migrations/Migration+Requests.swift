import ParaphStorage

extension Migration {
    /// What programs ask of people, and the programs that may not ask somebody any more.
    ///
    /// A program is named as `Principal.program` does. What a request says is sealed by the person's key.
    static let requests = Migration(
        name: "identity/028-requests",
        sql: """
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
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX clientRequestByPerson ON clientRequest (personId, createdAt);
            CREATE INDEX clientRequestByExpiry ON clientRequest (expiresAt);
            CREATE TABLE requestBlock (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                client TEXT NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (personId, client)
            );
            """
    )
}
