import ParaphStorage

extension Migration {
    /// Signatures on kept documents that are prepared and wait for their device; and which seals went into kept documents.
    ///
    /// What a signature appends is sealed by the person's key. A draft is used once: it then names the version that came of it, and what was
    /// to be appended is gone from it.
    static let keptDrafts = Migration(
        name: "documents/007-keptDrafts",
        sql: """
            CREATE TABLE keptDraft (
                id TEXT NOT NULL PRIMARY KEY,
                keptId TEXT NOT NULL REFERENCES keptDocument (id) ON DELETE CASCADE,
                base INTEGER NOT NULL CHECK (base >= 1),
                documentId TEXT NOT NULL,
                personId TEXT NOT NULL,
                signatureId TEXT NOT NULL,
                seenHash TEXT NOT NULL,
                digest blob NOT NULL,
                contentsStart INTEGER NOT NULL CHECK (contentsStart > 0),
                contentsEnd INTEGER NOT NULL CHECK (contentsEnd > contentsStart),
                sealedUpdate blob NOT NULL,
                version INTEGER CHECK (version IS NULL OR version > base),
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX keptDraftByDocument ON keptDraft (keptId);
            CREATE INDEX keptDraftByPerson ON keptDraft (personId, expiresAt);
            CREATE INDEX keptDraftByExpiry ON keptDraft (expiresAt);
            ALTER TABLE documentSeal ADD COLUMN keptId TEXT;
            """
    )
}
