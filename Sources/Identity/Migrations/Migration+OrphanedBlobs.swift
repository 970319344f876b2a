import ParaphStorage

extension Migration {
    /// Blobs that no row names are ServerKit's to know.
    static let orphanedBlobs = Migration(
        name: "identity/050-orphanedBlobs",
        sql: """
            INSERT INTO orphanedBlob (address, released, at) SELECT address, doomed, at FROM looseBlob;

            DROP TABLE looseBlob;
            """
    )
}
