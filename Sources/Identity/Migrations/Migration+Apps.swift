import ParaphStorage

extension Migration {
    /// The apps that organisations register, and their icons.
    static let apps = Migration(
        name: "identity/010-apps",
        sql: """
            CREATE TABLE app (
                id TEXT NOT NULL PRIMARY KEY,
                ownerId TEXT REFERENCES person (id) ON DELETE SET NULL,
                name TEXT NOT NULL,
                bundleId TEXT NOT NULL,
                email TEXT NOT NULL,
                website TEXT NOT NULL,
                keyHash blob NOT NULL UNIQUE,
                disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
                createdAt INTEGER NOT NULL
            );
            CREATE INDEX appByOwner ON app (ownerId, createdAt);
            CREATE TABLE appIcon (
                appId TEXT NOT NULL PRIMARY KEY REFERENCES app (id) ON DELETE CASCADE,
                mediaType TEXT NOT NULL,
                bytes blob NOT NULL
            );
            """
    )
}
