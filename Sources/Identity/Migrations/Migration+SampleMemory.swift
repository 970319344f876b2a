import ParaphStorage

extension Migration {
    /// Accepted samples are remembered apart from refused ones, so that nobody's calls push them out; and what each source of tries did.
    ///
    /// Whether a sample from before was accepted is not known: all count as if they were. A digest tells nothing of the hand.
    static let sampleMemory = Migration(
        name: "identity/042-sampleMemory",
        sql: """
            CREATE TABLE acceptedSample (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                digest blob NOT NULL,
                PRIMARY KEY (personId, digest)
            );
            INSERT INTO acceptedSample (personId, digest) SELECT DISTINCT personId, digest FROM trace;
            CREATE TABLE refusedTrace (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                source TEXT NOT NULL,
                number INTEGER NOT NULL,
                family INTEGER NOT NULL,
                familySize INTEGER NOT NULL,
                digest blob NOT NULL,
                sealed blob NOT NULL,
                PRIMARY KEY (personId, source, number)
            );
            CREATE INDEX refusedTraceByDigest ON refusedTrace (personId, digest);
            CREATE TABLE sourceWatch (
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                source TEXT NOT NULL,
                level REAL NOT NULL,
                alarms INTEGER NOT NULL,
                heldUntil INTEGER,
                at INTEGER NOT NULL,
                PRIMARY KEY (personId, source)
            );
            CREATE INDEX sourceWatchByTime ON sourceWatch (at);
            """
    )
}
