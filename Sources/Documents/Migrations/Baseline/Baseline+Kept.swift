extension Baseline {
    /// Documents that are kept here: what their versions consist of, their readers, signatures that wait for their device, and how many mails and
    /// invitations people sent lately.
    ///
    /// Names of documents and people, and the keys of the parts, are sealed by the document's own key, which is destroyed with it. A document on its
    /// way has version 0. The parts of a version are the first so many of the document's. What a signature appends is sealed by the person's key. A
    /// draft is used once: it then names the version that came of it, and what was to be appended is gone from it.
    static let kept = """
        CREATE TABLE keptDocument (
            id TEXT NOT NULL PRIMARY KEY,
            ownerId TEXT NOT NULL,
            sealedFileName blob NOT NULL,
            nameNumber INTEGER NOT NULL CHECK (nameNumber >= 1),
            size INTEGER NOT NULL CHECK (size >= 1),
            received INTEGER NOT NULL CHECK (received >= 0 AND received <= size),
            partCount INTEGER NOT NULL CHECK (partCount >= 0),
            version INTEGER NOT NULL CHECK (version >= 0 AND (version = 0 OR received = size)),
            documentId TEXT REFERENCES document (id),
            createdAt INTEGER NOT NULL,
            changedAt INTEGER NOT NULL
        );
        CREATE INDEX keptDocumentByOwner ON keptDocument (ownerId, changedAt, id);
        CREATE INDEX keptDocumentOnItsWay ON keptDocument (createdAt) WHERE version = 0;

        CREATE TABLE keptPart (
            keptId TEXT NOT NULL REFERENCES keptDocument (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 1),
            start INTEGER NOT NULL CHECK (start >= 0),
            size INTEGER NOT NULL CHECK (size >= 1),
            address TEXT NOT NULL UNIQUE,
            sealedKey blob NOT NULL,
            PRIMARY KEY (keptId, number)
        );

        CREATE TABLE keptVersion (
            keptId TEXT NOT NULL REFERENCES keptDocument (id) ON DELETE CASCADE,
            number INTEGER NOT NULL CHECK (number >= 1),
            partCount INTEGER NOT NULL CHECK (partCount >= 1),
            size INTEGER NOT NULL CHECK (size >= 1),
            hash TEXT NOT NULL,
            signatureId TEXT,
            personId TEXT NOT NULL,
            sealedPerson blob NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (keptId, number)
        );
        CREATE UNIQUE INDEX keptVersionBySignature ON keptVersion (signatureId) WHERE signatureId IS NOT NULL;

        CREATE TABLE keptReader (
            keptId TEXT NOT NULL REFERENCES keptDocument (id) ON DELETE CASCADE,
            personId TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (keptId, personId)
        );
        CREATE INDEX keptReaderByPerson ON keptReader (personId);

        CREATE TABLE keptInvitation (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        CREATE INDEX keptInvitationByPerson ON keptInvitation (personId, at);
        CREATE INDEX keptInvitationByTime ON keptInvitation (at);

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
            expiresAt INTEGER NOT NULL,
            accepted blob
        );
        CREATE INDEX keptDraftByDocument ON keptDraft (keptId);
        CREATE INDEX keptDraftByExpiry ON keptDraft (expiresAt);
        CREATE INDEX keptDraftByPerson ON keptDraft (personId, expiresAt);

        CREATE TABLE keptMail (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL,
            receivers INTEGER NOT NULL CHECK (receivers >= 1),
            at INTEGER NOT NULL
        );
        CREATE INDEX keptMailByPerson ON keptMail (personId, at);
        CREATE INDEX keptMailByTime ON keptMail (at);
        """
}
