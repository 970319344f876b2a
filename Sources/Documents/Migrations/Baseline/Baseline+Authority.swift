extension Baseline {
    /// The instance's own authority: its roots, one after another, and the certificates that they issued.
    ///
    /// Of each purpose and holder one certificate is in use; those that were replaced keep no key. A root is never deleted: what it issued is still
    /// asked about. What names a person is sealed by the person's key, each private key by a key of its own.
    static let authority = """
        CREATE TABLE authorityRoot (
            number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
            certificate blob NOT NULL,
            sealedKey blob NOT NULL,
            notAfter INTEGER NOT NULL,
            createdAt INTEGER NOT NULL
        );

        CREATE TABLE authorityCertificate (
            serial TEXT NOT NULL PRIMARY KEY,
            root INTEGER NOT NULL REFERENCES authorityRoot (number),
            purpose TEXT NOT NULL CHECK (purpose IN ('seal', 'timestamps', 'person')),
            holder TEXT NOT NULL,
            sealedCertificate blob NOT NULL,
            sealedScalar blob,
            notAfter INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            replacedAt INTEGER CHECK (replacedAt IS NULL OR sealedScalar IS NULL),
            revokedAt INTEGER CHECK (revokedAt IS NULL OR replacedAt IS NOT NULL),
            reason INTEGER CHECK (reason IS NULL OR revokedAt IS NOT NULL)
        );
        CREATE INDEX authorityCertificateByHolder ON authorityCertificate (holder, createdAt);
        CREATE UNIQUE INDEX authorityCertificateInUse ON authorityCertificate (purpose, holder) WHERE replacedAt IS NULL;
        CREATE INDEX authorityCertificateRevoked ON authorityCertificate (root, revokedAt) WHERE revokedAt IS NOT NULL;
        """
}
