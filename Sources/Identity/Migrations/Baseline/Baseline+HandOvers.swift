extension Baseline {
    /// Documents that one device asks another one of the same person to sign.
    ///
    /// `signatureForDocument.placedBy` refers to no row: where the device is removed it names none, which is not the same as the one that drew.
    static let handOvers = """
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
        """
}
