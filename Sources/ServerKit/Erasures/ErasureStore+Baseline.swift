import ParaphStorage

extension ErasureStore {
    /// What was erased, by the kinds that domains declare.
    static let baseline = Migration(
        name: "erasures/001-baseline",
        sql: """
            CREATE TABLE erasure (
                kind TEXT NOT NULL,
                id TEXT NOT NULL,
                at INTEGER NOT NULL,
                PRIMARY KEY (kind, id)
            );

            CREATE INDEX erasureByTime ON erasure (kind, at);
            """
    )
}
