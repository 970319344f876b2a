import ParaphStorage

extension Epoch {
    /// The one row of the epoch.
    static let baseline = Migration(
        name: "epoch/001-baseline",
        sql: """
            CREATE TABLE epoch (
                id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
                name TEXT NOT NULL
            );
            """
    )
}
