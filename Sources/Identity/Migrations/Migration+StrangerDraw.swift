import ParaphStorage

extension Migration {
    /// Which network has the next look at a signature, of those where a person never signed.
    static let strangerDraw = Migration(
        name: "identity/047-strangerDraw",
        sql: """
            CREATE TABLE strangerDraw (
                personId TEXT NOT NULL PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
                seed TEXT NOT NULL,
                network blob NOT NULL,
                blockRank REAL NOT NULL,
                networkRank REAL NOT NULL,
                at INTEGER NOT NULL
            );
            CREATE INDEX strangerDrawByTime ON strangerDraw (at);
            """
    )
}
