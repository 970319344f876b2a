extension Baseline {
    /// Signatures on files that wait for their device.
    ///
    /// What a signature appends is sealed by the person's key. A draft is used once: it then names the version that came of it, and what was to be
    /// appended is gone from it. Drafts on files that are gone are swept: the file is another domain's, so that no foreign key holds them.
    static let fileDrafts = """
        CREATE TABLE fileDraft (
            id TEXT NOT NULL PRIMARY KEY,
            fileId TEXT NOT NULL,
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
            expiresAt INTEGER NOT NULL,
            accepted blob,
            signatures INTEGER CHECK (signatures >= 0),
            openFields INTEGER CHECK (openFields >= 0),
            onFreePaper INTEGER NOT NULL CHECK (onFreePaper IN (0, 1)),
            replacing INTEGER NOT NULL CHECK (replacing IN (0, 1))
        );
        CREATE INDEX fileDraftByFile ON fileDraft (fileId);
        CREATE INDEX fileDraftByExpiry ON fileDraft (expiresAt);
        CREATE INDEX fileDraftByPerson ON fileDraft (personId, expiresAt);
        """
}
