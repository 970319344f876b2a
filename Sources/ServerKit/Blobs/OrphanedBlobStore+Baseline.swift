import ParaphStorage

extension OrphanedBlobStore {
    /// The addresses of the blobs that no row names.
    static let baseline = Migration(
        name: "blobs/001-baseline",
        sql: """
            CREATE TABLE orphanedBlob (
                address TEXT NOT NULL PRIMARY KEY,
                released INTEGER NOT NULL CHECK (released IN (0, 1)),
                at INTEGER NOT NULL
            );

            CREATE INDEX orphanedBlobByTime ON orphanedBlob (at);
            """
    )
}
