import ParaphStorage

extension ChangeLog {
    /// The clock of each person, and the latest change of each thing of theirs.
    static let baseline = Migration(
        name: "sync/001-baseline",
        sql: """
            CREATE TABLE syncClock (
                personId TEXT NOT NULL PRIMARY KEY,
                number INTEGER NOT NULL,
                forgotten INTEGER NOT NULL
            );

            CREATE TABLE syncChange (
                personId TEXT NOT NULL,
                kind TEXT NOT NULL,
                thing TEXT NOT NULL,
                number INTEGER NOT NULL,
                removed INTEGER NOT NULL CHECK (removed IN (0, 1)),
                PRIMARY KEY (personId, kind, thing)
            );

            CREATE UNIQUE INDEX syncChangeByNumber ON syncChange (personId, number);
            """
    )
}
