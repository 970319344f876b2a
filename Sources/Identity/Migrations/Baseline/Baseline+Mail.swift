extension Baseline {
    /// What is bounded for each receiver: letters and mailed codes; and the mailed proofs of addresses that apps registered.
    static let mail = """
        CREATE TABLE letter (
            id TEXT NOT NULL PRIMARY KEY,
            receiver blob NOT NULL,
            kind TEXT NOT NULL,
            source TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE INDEX letterByReceiver ON letter (receiver, kind, at);
        CREATE INDEX letterByTime ON letter (at);

        CREATE TABLE mailedCode (
            id TEXT NOT NULL PRIMARY KEY,
            receiver blob NOT NULL,
            sealedDigits blob NOT NULL,
            isLong INTEGER NOT NULL CHECK (isLong IN (0, 1)),
            failures INTEGER NOT NULL CHECK (failures >= 0),
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL
        );
        CREATE INDEX mailedCodeByReceiver ON mailedCode (receiver, createdAt);
        CREATE INDEX mailedCodeByTime ON mailedCode (createdAt);

        CREATE TABLE emailProof (
            id TEXT NOT NULL PRIMARY KEY,
            tokenHash blob NOT NULL UNIQUE,
            emailHash blob NOT NULL,
            holder TEXT NOT NULL,
            sealedEmail blob NOT NULL,
            appId TEXT NOT NULL REFERENCES app (id) ON DELETE CASCADE,
            personId TEXT REFERENCES person (id) ON DELETE CASCADE,
            createdAt INTEGER NOT NULL,
            expiresAt INTEGER NOT NULL,
            provedAt INTEGER,
            confirmedBy TEXT CHECK (confirmedBy IN ('signature', 'passkey', 'recoveryCode', 'mailedCode')),
            contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)),
            request blob,
            network TEXT,
            device TEXT,
            sends INTEGER NOT NULL DEFAULT 0,
            sentAt INTEGER
        );
        CREATE INDEX emailProofByEmail ON emailProof (emailHash, createdAt);
        CREATE INDEX emailProofByExpiry ON emailProof (expiresAt);
        CREATE INDEX emailProofByHolder ON emailProof (holder);
        """
}
