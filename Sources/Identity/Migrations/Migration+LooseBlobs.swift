import ParaphStorage

extension Migration {
    /// The blobs that no row names yet, or none any more.
    static let looseBlobs = Migration(
        name: "identity/023-looseBlobs",
        sql: """
            CREATE TABLE looseBlob (
                address TEXT NOT NULL PRIMARY KEY,
                doomed INTEGER NOT NULL CHECK (doomed IN (0, 1)),
                at INTEGER NOT NULL
            );
            CREATE INDEX looseBlobByTime ON looseBlob (at);
            """
    )
}
