import ParaphStorage

extension Migration {
    /// How signatures look that stand on documents, sealed; and which rows hold a sample still, whose place a drawing takes.
    static let drawings = Migration(
        name: "identity/030-drawings",
        sql: """
            CREATE TABLE signatureDrawing (
                signatureId TEXT NOT NULL PRIMARY KEY REFERENCES signatureSample (id) ON DELETE CASCADE,
                personId TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
                sealed blob NOT NULL,
                looseUntil INTEGER
            );
            CREATE INDEX signatureDrawingByPerson ON signatureDrawing (personId);
            CREATE INDEX signatureDrawingByTime ON signatureDrawing (looseUntil) WHERE looseUntil IS NOT NULL;
            CREATE INDEX signatureSampleWithInk ON signatureSample (at) WHERE sealedInk IS NOT NULL;
            """
    )
}
