import ParaphStorage

extension Migration {
    /// What apps tell of registrations and signatures, and the mailed proofs of addresses that apps registered.
    static let signToLogin = Migration(
        name: "identity/011-signToLogin",
        sql: """
            CREATE TABLE capture (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                appId TEXT NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('registration', 'signature')),
                sealedDetails blob NOT NULL,
                photo TEXT,
                photoType TEXT,
                photoOrientation INTEGER,
                at INTEGER NOT NULL
            );
            CREATE INDEX captureByPerson ON capture (personId, at);
            CREATE TABLE emailProof (
                id TEXT NOT NULL PRIMARY KEY,
                tokenHash blob NOT NULL UNIQUE,
                email TEXT NOT NULL,
                appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
                personId TEXT REFERENCES person (id) ON DELETE CASCADE,
                approved INTEGER NOT NULL CHECK (approved IN (0, 1)),
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL,
                provedAt INTEGER
            );
            CREATE INDEX emailProofByEmail ON emailProof (email, createdAt);
            CREATE INDEX emailProofByExpiry ON emailProof (expiresAt);
            """
    )
}
