import ParaphStorage

extension Migration {
    /// Documents that one device asks another of the same person to sign, and the device that may place a signature in the drawer's stead.
    ///
    /// `placedBy` refers to no row: where the device is removed it names none, which is not the same as the one that drew.
    static let handOvers = Migration(
        name: "identity/052-handOvers",
        sql: """
            CREATE TABLE handOver (
                id TEXT NOT NULL PRIMARY KEY,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                deviceId TEXT NOT NULL REFERENCES device (id) ON DELETE CASCADE,
                sessionId TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
                documentHash TEXT NOT NULL,
                sealedName blob NOT NULL,
                status TEXT NOT NULL CHECK (status IN ('waiting', 'drawn', 'declined', 'cancelled')),
                signatureId TEXT CHECK ((signatureId IS NULL) = (status <> 'drawn')),
                isBlack INTEGER,
                drawnAt INTEGER,
                createdAt INTEGER NOT NULL,
                expiresAt INTEGER NOT NULL
            );
            CREATE INDEX handOverByPerson ON handOver (personId, createdAt);
            CREATE INDEX handOverByDevice ON handOver (deviceId);
            CREATE INDEX handOverBySession ON handOver (sessionId);
            CREATE INDEX handOverByExpiry ON handOver (expiresAt);
            ALTER TABLE challenge ADD COLUMN handOverId TEXT;
            ALTER TABLE signatureForDocument ADD COLUMN placedBy TEXT;
            """
    )
}
