extension Baseline {
    /// Documents as chains of hashes, the signatures on them, and the digests that were sealed with the organisation's seal.
    ///
    /// The name of a signer is sealed by the document's key, the place by the person's. `accepted` is the SHA-256 of the request that a device
    /// authorised, so that the same one may come again.
    static let registry = """
        CREATE TABLE document (
            id TEXT NOT NULL PRIMARY KEY,
            personId TEXT NOT NULL,
            versionCount INTEGER NOT NULL CHECK (versionCount >= 0),
            signatureCount INTEGER NOT NULL CHECK (signatureCount >= 0),
            createdAt INTEGER NOT NULL
        );

        CREATE TABLE documentVersion (
            documentId TEXT NOT NULL REFERENCES document (id),
            number INTEGER NOT NULL CHECK (number >= 1),
            previous INTEGER CHECK (previous IS NULL OR (previous >= 1 AND previous < number)),
            hash TEXT NOT NULL,
            signed INTEGER NOT NULL CHECK (signed IN (0, 1)),
            personId TEXT NOT NULL,
            appId TEXT NOT NULL,
            sealedSaver blob NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (documentId, number),
            UNIQUE (documentId, hash)
        );
        CREATE INDEX documentVersionByHash ON documentVersion (hash, at);
        CREATE INDEX documentVersionByPerson ON documentVersion (personId, at);

        CREATE TABLE documentSignature (
            signatureId TEXT NOT NULL PRIMARY KEY,
            documentId TEXT NOT NULL REFERENCES document (id),
            number INTEGER NOT NULL,
            position INTEGER NOT NULL CHECK (position >= 1),
            personId TEXT NOT NULL,
            similarity REAL NOT NULL,
            isMatch INTEGER NOT NULL CHECK (isMatch IN (0, 1)),
            refusal TEXT,
            sealedSigner blob NOT NULL,
            sealedCircumstances blob NOT NULL,
            at INTEGER NOT NULL,
            UNIQUE (documentId, number, position)
        );
        CREATE INDEX documentSignatureByPerson ON documentSignature (personId, at);

        CREATE TABLE documentSeal (
            signatureId TEXT NOT NULL PRIMARY KEY,
            documentId TEXT NOT NULL REFERENCES document (id),
            personId TEXT NOT NULL,
            previousHash TEXT NOT NULL,
            digest blob NOT NULL,
            at INTEGER NOT NULL,
            fileId TEXT,
            accepted blob
        );
        CREATE INDEX documentSealByPerson ON documentSeal (personId, at);
        """
}
