import ParaphStorage

extension Migration {
    /// Digests that were sealed with the organisation's seal, one for each signature.
    static let seals = Migration(
        name: "documents/002-seals",
        sql: """
            CREATE TABLE documentSeal (
                signatureId TEXT NOT NULL PRIMARY KEY,
                documentId TEXT NOT NULL REFERENCES document (id),
                personId TEXT NOT NULL,
                previousHash TEXT NOT NULL,
                digest blob NOT NULL,
                at INTEGER NOT NULL
            );
            """
    )
}
